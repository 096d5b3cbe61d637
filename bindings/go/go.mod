module bookworm

go 1.19
