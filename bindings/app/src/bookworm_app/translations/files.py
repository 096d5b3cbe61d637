"""Faults of a file, and advice."""

#: English: German, Polish, Korean.
SENTENCES = {
    "{path} already exists.": (
        "{path} gibt es schon.",
        "{path} już istnieje.",
        "{path}이(가) 이미 있습니다.",
    ),
    "{path} is not a file.": (
        "{path} ist keine Datei.",
        "{path} nie jest plikiem.",
        "{path}은(는) 파일이 아닙니다.",
    ),
    "{path} is empty.": ("{path} ist leer.", "{path} jest pusty.", "{path}이(가) 비어 있습니다."),
    "{path} cannot be created: {why}.": (
        "{path} lässt sich nicht anlegen: {why}.",
        "Nie można utworzyć {path}: {why}.",
        "{path}을(를) 만들 수 없습니다: {why}.",
    ),
    "{path} cannot be written: {why}.": (
        "{path} lässt sich nicht schreiben: {why}.",
        "Nie można zapisać {path}: {why}.",
        "{path}에 쓸 수 없습니다: {why}.",
    ),
    "{path} cannot be read: {why}.": (
        "{path} lässt sich nicht lesen: {why}.",
        "Nie można odczytać {path}: {why}.",
        "{path}을(를) 읽을 수 없습니다: {why}.",
    ),
    "{path} cannot be unzipped: {why}.": (
        "{path} lässt sich nicht entpacken: {why}.",
        "Nie można rozpakować {path}: {why}.",
        "{path}의 압축을 풀 수 없습니다: {why}.",
    ),
    "{path} cannot be copied to be read: {why}.": (
        "{path} lässt sich nicht zum Lesen kopieren: {why}.",
        "Nie można skopiować {path} do odczytu: {why}.",
        "{path}을(를) 읽기 위해 복사할 수 없습니다: {why}.",
    ),
    "{path} cannot be read as a database: {why}.": (
        "{path} lässt sich nicht als Datenbank lesen: {why}.",
        "Nie można odczytać {path} jako bazy danych: {why}.",
        "{path}을(를) 데이터베이스로 읽을 수 없습니다: {why}.",
    ),
    "{path} has more than {count} files.": (
        "{path} hat mehr als {count} Dateien.",
        "{path} zawiera ponad {count} plików.",
        "{path}에 파일이 {count}개보다 많습니다.",
    ),
    "{path} is larger than {limit} GiB.": (
        "{path} ist größer als {limit} GiB.",
        "{path} ma ponad {limit} GiB.",
        "{path}이(가) {limit} GiB보다 큽니다.",
    ),
    "{path} is larger than {limit} MiB.": (
        "{path} ist größer als {limit} MiB.",
        "{path} ma ponad {limit} MiB.",
        "{path}이(가) {limit} MiB보다 큽니다.",
    ),
    "{path} holds more than {limit} MiB.": (
        "{path} enthält mehr als {limit} MiB.",
        "{path} zawiera ponad {limit} MiB.",
        "{path}의 내용이 {limit} MiB보다 큽니다.",
    ),
    "{path} has no file that can be verified.": (
        "{path} enthält keine Datei, die geprüft werden kann.",
        "{path} nie zawiera pliku, który można sprawdzić.",
        "{path}에는 확인할 수 있는 파일이 없습니다.",
    ),
    "{path} is not a known kind of file.": (
        "{path} ist keine bekannte Art von Datei.",
        "{path} nie jest znanym rodzajem pliku.",
        "{path}은(는) 알 수 없는 종류의 파일입니다.",
    ),
    "Skipped {files} of unknown kinds, such as {path}.": (
        "Übersprungen: {files} unbekannter Art, etwa {path}.",
        "Pominięto {files} nieznanego rodzaju, na przykład {path}.",
        "알 수 없는 형식의 {files} 건너뜀, 예: {path}.",
    ),
    "{path}: --map is for files with columns, not for {form}.": (
        "{path}: --map ist für Dateien mit Spalten, nicht für {form}.",
        "{path}: --map jest dla plików z kolumnami, nie dla {form}.",
        "{path}: --map은 열이 있는 파일에 씁니다. {form}에는 쓸 수 없습니다.",
    ),
    "Skipped {path}: not a known kind of file.": (
        "{path} wird ausgelassen: keine bekannte Art von Datei.",
        "Pominięto {path}: to nieznany rodzaj pliku.",
        "{path} 제외됨: 알 수 없는 종류의 파일입니다.",
    ),
    "No files to import.": (
        "Es gibt keine Datei zu importieren.",
        "Nie ma pliku do zaimportowania.",
        "가져올 파일이 없습니다.",
    ),
    "The refused rows cannot be written to {path}: {why}.": (
        "Die abgelehnten Zeilen lassen sich nicht in {path} schreiben: {why}.",
        "Nie można zapisać odrzuconych wierszy w {path}: {why}.",
        "거부된 행을 {path}에 쓸 수 없습니다: {why}.",
    ),
    "There are too many files of refused rows next to {name}.": (
        "Neben {name} gibt es zu viele Dateien mit abgelehnten Zeilen.",
        "Obok {name} jest za dużo plików z odrzuconymi wierszami.",
        "{name} 옆에 거부된 행을 담은 파일이 너무 많습니다.",
    ),
    "{name}: no column is the title.": (
        "{name}: Keine Spalte enthält den Titel.",
        "{name}: żadna kolumna nie zawiera tytułu.",
        "{name}: 제목 열이 없습니다.",
    ),
    "{name}: no column is the author.": (
        "{name}: Keine Spalte enthält den Autor.",
        "{name}: żadna kolumna nie zawiera autora.",
        "{name}: 저자 열이 없습니다.",
    ),
    "{name}: no column is the title or the author.": (
        "{name}: Keine Spalte enthält den Titel oder den Autor.",
        "{name}: żadna kolumna nie zawiera tytułu ani autora.",
        "{name}: 제목이나 저자 열이 없습니다.",
    ),
    "Name it with {option}": (
        "Gib an, welche: {option}",
        "Podaj, która: {option}",
        "지정: {option}",
    ),
    "Give another name.": (
        "Gib einen anderen Namen an.",
        "Podaj inną nazwę.",
        "다른 이름을 쓰세요.",
    ),
    "Give another name, or use --replace.": (
        "Gib einen anderen Namen oder --replace an.",
        "Podaj inną nazwę albo --replace.",
        "다른 이름을 쓰거나 --replace를 붙이세요.",
    ),
    "Delete or rename it first.": (
        "Lösche sie vorher oder benenne sie um.",
        "Najpierw usuń go albo zmień mu nazwę.",
        "먼저 지우거나 이름을 바꾸세요.",
    ),
    "Give a file: bookworm backup FILE": (
        "Gib eine Datei an: bookworm backup DATEI",
        "Podaj plik: bookworm backup PLIK",
        "파일을 지정하세요: bookworm backup 파일",
    ),
    "No export of a library is that large.": (
        "So groß ist kein Export einer Bibliothek.",
        "Żaden eksport biblioteki nie jest tak duży.",
        "서재를 내보낸 파일이 이렇게 클 수는 없습니다.",
    ),
    "It may be incomplete. Export or copy it again.": (
        "Vielleicht ist sie unvollständig. Exportiere oder kopiere sie noch einmal.",
        "Może jest niekompletny. Wyeksportuj go lub skopiuj ponownie.",
        "일부가 빠졌을 수 있습니다. 다시 내보내거나 복사하세요.",
    ),
    "It was not read.": ("Es wird nicht gelesen.", "Nie zostanie odczytany.", "읽지 않습니다."),
    "Name the files to import.": (
        "Nenne die Dateien, die importiert werden sollen.",
        "Podaj pliki do zaimportowania.",
        "가져올 파일을 지정하세요.",
    ),
    "`bookworm import --help` lists the kinds.": (
        "`bookworm import --help` nennt sie.",
        "Wymienia je `bookworm import --help`.",
        "`bookworm import --help`에 나와 있습니다.",
    ),
    "For markdown it is a folder.": (
        "Bei markdown ist es ein Ordner.",
        "Dla markdown to folder.",
        "markdown은 폴더입니다.",
    ),
    "Writing a {name} file needs pyarrow.": (
        "Für Dateien im Format {name} wird pyarrow gebraucht.",
        "Zapis pliku {name} wymaga pyarrow.",
        "{name} 파일에는 pyarrow가 필요합니다.",
    ),
    "{target} needs --file.": (
        "{target} braucht --file.",
        "{target} wymaga --file.",
        "{target}에는 --file이 필요합니다.",
    ),
    "Which format? Use --to, or name a file.": (
        "Welches Format? Gib --to oder eine Datei an.",
        "Jaki format? Podaj --to albo plik.",
        "어떤 형식인가요? --to나 파일을 지정하세요.",
    ),
    "The ending of {path} does not belong to a known format.": (
        "Die Endung von {path} gehört zu keinem bekannten Format.",
        "Rozszerzenie {path} nie należy do żadnego znanego formatu.",
        "{path}의 확장자로 형식을 알 수 없습니다.",
    ),
    "Choose a format with --to: {names}.": (
        "Wähle ein Format mit --to: {names}.",
        "Wybierz format przez --to: {names}.",
        "--to로 형식을 고르세요: {names}.",
    ),
    "--to: {given!r} is not a format.": (
        "--to: {given!r} ist kein Format.",
        "--to: {given!r} to nie format.",
        "--to: {given!r}은(는) 형식이 아닙니다.",
    ),
}
