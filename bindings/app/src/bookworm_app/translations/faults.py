"""Faults in a command's arguments and in a store, and advice."""

#: English: German, Polish, Korean.
SENTENCES = {
    "As in: ": ("Zum Beispiel: ", "Na przykład: ", "예: "),
    "Choose from: {names}.": (
        "Möglich sind: {names}.",
        "Dostępne: {names}.",
        "가능한 값: {names}.",
    ),
    "`{command} --help` shows examples.": (
        "`{command} --help` zeigt Beispiele.",
        "`{command} --help` pokazuje przykłady.",
        "`{command} --help`에 예가 있습니다.",
    ),
    # Values.
    "--set {each!r} has no value.": (
        "--set {each!r} hat keinen Wert.",
        "--set {each!r} nie ma wartości.",
        "--set {each!r}에 값이 없습니다.",
    ),
    "--shelf {each!r} has no status.": (
        "--shelf {each!r} hat keinen Status.",
        "--shelf {each!r} nie ma statusu.",
        "--shelf {each!r}에 상태가 없습니다.",
    ),
    "--map: there is no column {name!r}.": (
        "--map: es gibt keine Spalte {name!r}.",
        "--map: nie ma kolumny {name!r}.",
        "--map: {name!r} 열이 없습니다.",
    ),
    "--map: {role!r} is not a field.": (
        "--map: {role!r} ist kein Feld.",
        "--map: {role!r} to nie pole.",
        "--map: {role!r}은(는) 필드가 아닙니다.",
    ),
    "--only: there is no chart {name!r}.": (
        "--only: es gibt kein Diagramm {name!r}.",
        "--only: nie ma wykresu {name!r}.",
        "--only: {name!r} 차트가 없습니다.",
    ),
    "--format is not a template: {why}.": (
        "--format ist nicht zu verstehen: {why}.",
        "--format jest niezrozumiały: {why}.",
        "--format을 이해할 수 없습니다: {why}.",
    ),
    "--format cannot be used: {why}.": (
        "--format lässt sich nicht anwenden: {why}.",
        "Nie można użyć --format: {why}.",
        "--format을 쓸 수 없습니다: {why}.",
    ),
    "--format names {wanted!r}, which is not a field.": (
        "--format nennt {wanted!r}, das kein Feld ist.",
        "--format wymienia {wanted!r}, a to nie jest pole.",
        "--format의 {wanted!r}은(는) 필드가 아닙니다.",
    ),
    "{each!r} is not a field.": (
        "{each!r} ist kein Feld.",
        "{each!r} to nie pole.",
        "{each!r}은(는) 필드가 아닙니다.",
    ),
    "{name!r} is not a field that can be set.": (
        "{name!r} ist kein Feld, das sich setzen lässt.",
        "{name!r} to nie pole, które można ustawić.",
        "{name!r}은(는) 설정할 수 있는 필드가 아닙니다.",
    ),
    "{text!r} is not a value of this field.": (
        "{text!r} passt nicht in dieses Feld.",
        "{text!r} nie pasuje do tego pola.",
        "{text!r}은(는) 이 필드에 쓸 수 없습니다.",
    ),
    "The {name} is missing.": (
        "Das Feld {name} fehlt.",
        "Brak pola {name}.",
        "{name} 값이 없습니다.",
    ),
    "Every book needs a {name}; it cannot be cleared.": (
        "Jedes Buch braucht das Feld {name}; es lässt sich nicht leeren.",
        "Każda książka musi mieć pole {name}; nie można go usunąć.",
        "모든 책에 {name}이(가) 있어야 하므로 지울 수 없습니다.",
    ),
    "This line of the form names no field: {line}": (
        "Diese Zeile des Formulars hat kein Feld: {line}",
        "Ten wiersz formularza nie ma pola: {line}",
        "이 줄에는 필드가 없습니다: {line}",
    ),
    "Say what to change: --set FIELD=VALUE or --clear FIELD.": (
        "Gib an, was zu ändern ist: --set FELD=WERT oder --clear FELD.",
        "Podaj, co zmienić: --set POLE=WARTOŚĆ albo --clear POLE.",
        "바꿀 것을 쓰세요: --set 필드=값 또는 --clear 필드.",
    ),
    "To change several books, give --set FIELD=VALUE.": (
        "Für mehrere Bücher gib --set FELD=WERT an.",
        "Aby zmienić kilka książek, podaj --set POLE=WARTOŚĆ.",
        "여러 권을 바꾸려면 --set 필드=값을 쓰세요.",
    ),
    "{title} already has this ISBN; its id is {id}.": (
        "{title} hat diese ISBN schon; die Nummer ist {id}.",
        "{title} ma już ten ISBN; numer {id}.",
        "{title}에 이미 이 ISBN이 있습니다. 번호는 {id}입니다.",
    ),
    # Which books.
    "Which books? Give ids or a search line.": (
        "Welche Bücher? Gib Nummern oder eine Suchzeile an.",
        "Które książki? Podaj numery albo zapytanie.",
        "어떤 책인가요? 번호나 검색어를 입력하세요.",
    ),
    "For all of them, use sort:id": (
        "Für alle Bücher: sort:id",
        "Dla wszystkich: sort:id",
        "모두: sort:id",
    ),
    "Which books? Give the id that stays, then the others.": (
        "Welche Bücher? Zuerst die Nummer, die bleibt, dann die anderen.",
        "Które książki? Najpierw numer, który zostaje, potem inne.",
        "어떤 책인가요? 남길 책의 번호를 먼저, 나머지를 그다음에 입력하세요.",
    ),
    "Give the ids of books, or one library.": (
        "Gib Nummern von Büchern oder eine Bibliothek an.",
        "Podaj numery książek albo jedną bibliotekę.",
        "책 번호들이나 서재 하나를 입력하세요.",
    ),
    "If both libraries changed the same field, which one wins? Use --rule.": (
        "Welche Bibliothek gilt, wenn beide dasselbe Feld geändert haben? Gib --rule an.",
        "Która ma pierwszeństwo, gdy obie zmieniły to samo? Podaj --rule.",
        "양쪽에서 같은 값을 바꿨다면 어느 쪽을 따를까요? --rule로 정하세요.",
    ),
    "{count} books match.": (
        "{count} Bücher gefunden.",
        "Znalezione książki: {count}.",
        "책 {count}권을 찾았습니다.",
    ),
    "{count} books match, and this command needs one.": (
        "{count} Bücher gefunden; dieser Befehl braucht genau eines.",
        "Znalezione książki: {count}, a to polecenie wymaga jednej.",
        "책 {count}권을 찾았지만 이 명령은 한 권에만 쓰입니다.",
    ),
    "Give its id: {ids}": ("Gib die Nummer an: {ids}", "Podaj numer: {ids}", "번호: {ids}"),
    "{bad!r} on standard input is not an id of a book.": (
        "{bad!r} in der Standardeingabe ist keine Nummer eines Buchs.",
        "{bad!r} na standardowym wejściu to nie numer książki.",
        "표준 입력의 {bad!r}은(는) 책 번호가 아닙니다.",
    ),
    "To find the number as text: {line}": (
        "Um die Zahl als Text zu finden: {line}",
        "Aby znaleźć liczbę jako tekst: {line}",
        "숫자를 텍스트로 찾으려면: {line}",
    ),
    "{word!r} is not a command. Did you mean `{command}`?": (
        "{word!r} ist kein Befehl. Meintest du `{command}`?",
        "{word!r} to nie polecenie. Czy chodziło o `{command}`?",
        "{word!r}은(는) 명령이 아닙니다. `{command}`인가요?",
    ),
    "Did you mean the command `bookworm {command}`?": (
        "Meintest du den Befehl `bookworm {command}`?",
        "Czy chodziło o polecenie `bookworm {command}`?",
        "`bookworm {command}` 명령인가요?",
    ),
    "Which genres? Use +GENRE or -GENRE.": (
        "Welche Genres? Beginne mit +GENRE oder -GENRE.",
        "Które gatunki? Zacznij od +GATUNEK albo -GATUNEK.",
        "어떤 장르인가요? +장르나 -장르로 시작하세요.",
    ),
    "There is no genre {name!r} to remove.": (
        "Es gibt kein Genre {name!r} zu entfernen.",
        "Nie ma gatunku {name!r} do usunięcia.",
        "제거할 {name!r} 장르가 없습니다.",
    ),
    "To merge books, give their ids.": (
        "Um Bücher zusammenzuführen, gib ihre Nummern an.",
        "Aby scalić książki, podaj ich numery.",
        "책을 합치려면 번호를 입력하세요.",
    ),
    # Missing things.
    "There are no genres yet.": (
        "Es gibt noch keine Genres.",
        "Nie ma jeszcze gatunków.",
        "아직 장르가 없습니다.",
    ),
    "`bookworm tag +Fantasy LINE` creates one.": (
        "`bookworm tag +Fantasy SUCHZEILE` legt eines an.",
        "Tworzy go `bookworm tag +Fantasy ZAPYTANIE`.",
        "`bookworm tag +Fantasy 검색어`로 만듭니다.",
    ),
    "There are no shelves yet.": (
        "Es gibt noch keine Regale.",
        "Nie ma jeszcze półek.",
        "아직 서가가 없습니다.",
    ),
    "There is no shelf {name!r}.": (
        "Es gibt kein Regal {name!r}.",
        "Nie ma półki {name!r}.",
        "{name!r} 서가가 없습니다.",
    ),
    "A shelf needs a name and a search line.": (
        "Ein Regal braucht einen Namen und eine Suchzeile.",
        "Półka musi mieć nazwę i zapytanie.",
        "서가에는 이름과 검색어가 필요합니다.",
    ),
    "`bookworm shelves save NAME LINE` creates one.": (
        "`bookworm shelves save NAME SUCHZEILE` legt eines an.",
        "Tworzy ją `bookworm shelves save NAZWA ZAPYTANIE`.",
        "`bookworm shelves save 이름 검색어`로 만듭니다.",
    ),
    "`bookworm shelves {action}` takes two names.": (
        "`bookworm shelves {action}` braucht zwei Namen.",
        "`bookworm shelves {action}` przyjmuje dwie nazwy.",
        "`bookworm shelves {action}`에는 이름 두 개가 필요합니다.",
    ),
    "`bookworm shelves {action}` takes a name.": (
        "`bookworm shelves {action}` braucht einen Namen.",
        "`bookworm shelves {action}` przyjmuje nazwę.",
        "`bookworm shelves {action}`에는 이름이 필요합니다.",
    ),
    "`bookworm genres {action}` takes {count} names, not {given}.": (
        "`bookworm genres {action}` braucht {count} Namen, nicht {given}.",
        "`bookworm genres {action}` przyjmuje nazwy: {count}, nie {given}.",
        "`bookworm genres {action}`에는 이름 {count}개가 필요합니다. 받은 것은 {given}개입니다.",
    ),
    "{action!r} is not an action on genres.": (
        "{action!r} ist keine Aktion für Genres.",
        "{action!r} nie jest działaniem na gatunkach.",
        "{action!r}은(는) 장르에 할 수 없습니다.",
    ),
    "{action!r} is not an action on shelves.": (
        "{action!r} ist keine Aktion für Regale.",
        "{action!r} nie jest działaniem na półkach.",
        "{action!r}은(는) 서가에 할 수 없습니다.",
    ),
    "There is no quote with the id {id}.": (
        "Es gibt kein Zitat mit der Nummer {id}.",
        "Nie ma cytatu o numerze {id}.",
        "번호가 {id}인 인용문이 없습니다.",
    ),
    "`bookworm quotes ID --add TEXT` adds one.": (
        "`bookworm quotes NUMMER --add TEXT` fügt eines hinzu.",
        "Dodaje go `bookworm quotes NUMER --add TEKST`.",
        "`bookworm quotes 번호 --add 글`로 추가합니다.",
    ),
    "`bookworm cover ID --set FILE` sets one.": (
        "`bookworm cover NUMMER --set DATEI` fügt einen hinzu.",
        "Dodaje ją `bookworm cover NUMER --set PLIK`.",
        "`bookworm cover 번호 --set 파일`로 추가합니다.",
    ),
    "Use one of --set, --save and --remove.": (
        "Gib nur eines von --set, --save und --remove an.",
        "Podaj tylko jedno: --set, --save albo --remove.",
        "--set, --save, --remove 중 하나만 쓰세요.",
    ),
    "--page needs --add: it is the page of the new quote.": (
        "--page braucht --add: es ist die Seite des neuen Zitats.",
        "--page wymaga --add: to strona nowego cytatu.",
        "--page는 새 인용문의 쪽이므로 --add가 필요합니다.",
    ),
    "There is no reading with the id {id}.": (
        "Es gibt keine Lektüre mit der Nummer {id}.",
        "Nie ma lektury o numerze {id}.",
        "번호가 {id}인 독서 기록이 없습니다.",
    ),
    "No readings found.": (
        "Hier gibt es keine Lektüren.",
        "Nie ma tu lektur.",
        "독서 기록이 없습니다.",
    ),
    "`bookworm read LINE` starts one.": (
        "`bookworm read SUCHZEILE` beginnt eine.",
        "Rozpoczyna ją `bookworm read ZAPYTANIE`.",
        "`bookworm read 검색어`로 시작합니다.",
    ),
    "There are no orders.": (
        "Es gibt keine Bestellungen.",
        "Nie ma zamówień.",
        "주문이 없습니다.",
    ),
    "`bookworm orders ID --place` places one.": (
        "`bookworm orders NUMMER --place` gibt eine auf.",
        "Składa je `bookworm orders NUMER --place`.",
        "`bookworm orders 번호 --place`로 주문합니다.",
    ),
    "No people found.": (
        "Keine Personen gefunden.",
        "Nie znaleziono osób.",
        "찾은 사람이 없습니다.",
    ),
    "No command has changed the library yet.": (
        "Noch hat kein Befehl etwas geändert.",
        "Żadne polecenie niczego jeszcze nie zmieniło.",
        "아직 명령으로 바뀐 것이 없습니다.",
    ),
    "`bookworm finish ID --on DAY` records when.": (
        "`bookworm finish NUMMER --on TAG` hält den Tag fest.",
        "`bookworm finish NUMER --on DZIEŃ` zapisuje dzień.",
        "`bookworm finish 번호 --on 날짜`로 날짜를 적습니다.",
    ),
    # The store.
    "There is no store at {path}.": (
        "Unter {path} gibt es keine Bibliothek.",
        "Nie ma biblioteki w {path}.",
        "{path}에 서재가 없습니다.",
    ),
    "There is no backup at {path}.": (
        "Unter {path} gibt es keine Sicherung.",
        "Nie ma kopii zapasowej w {path}.",
        "{path}에 백업이 없습니다.",
    ),
    "Check the path, or create one with `bookworm add` or `bookworm import`.": (
        "Prüfe den Pfad, oder beginne mit `bookworm add` oder `bookworm import`.",
        "Sprawdź ścieżkę albo utwórz nową bibliotekę przez `bookworm add` lub `bookworm import`.",
        "경로를 확인하거나 `bookworm add`, `bookworm import`로 새로 만드세요.",
    ),
    "Choose another place with BOOKWORM_STORE or --store.": (
        "Wähle mit BOOKWORM_STORE oder --store einen anderen Ort.",
        "Wybierz inne miejsce przez BOOKWORM_STORE lub --store.",
        "BOOKWORM_STORE나 --store로 다른 곳을 고르세요.",
    ),
    "`bookworm check` shows details; `bookworm restore` restores a backup.": (
        "Einzelheiten zeigt `bookworm check`; `bookworm restore` stellt eine Sicherung wieder her.",
        "Szczegóły pokaże `bookworm check`; kopię zapasową przywraca `bookworm restore`.",
        "`bookworm check`로 더 알아보고 `bookworm restore`로 백업을 복원하세요.",
    ),
    "Check the path. If it was your library, restore a backup with `bookworm restore`.": (
        "Prüfe den Pfad. Deine Bibliothek kannst du mit `bookworm restore` wiederherstellen.",
        "Sprawdź ścieżkę. Swoją bibliotekę przywrócisz z kopii: `bookworm restore`.",
        "경로를 확인하세요. 서재였다면 `bookworm restore`로 복원하세요.",
    ),
    "Change the permissions, or choose another place.": (
        "Ändere die Zugriffsrechte oder wähle einen anderen Ort.",
        "Zmień uprawnienia albo wybierz inne miejsce.",
        "권한을 바꾸거나 다른 곳을 고르세요.",
    ),
    "Check the path.": ("Prüfe den Pfad.", "Sprawdź ścieżkę.", "경로를 확인하세요."),
    "Start the server, or check the address.": (
        "Starte den Server oder prüfe die Adresse.",
        "Uruchom serwer albo sprawdź adres.",
        "서버를 시작하거나 주소를 확인하세요.",
    ),
    "Free some space, then try again.": (
        "Schaffe Platz und versuche es noch einmal.",
        "Zwolnij miejsce i spróbuj ponownie.",
        "공간을 비운 다음 다시 시도하세요.",
    ),
    "Check whether the change was made before you repeat it.": (
        "Sieh nach, ob die Änderung gespeichert ist, bevor du sie wiederholst.",
        "Sprawdź, czy zmiana została zapisana, zanim ją powtórzysz.",
        "다시 하기 전에 변경되었는지 확인하세요.",
    ),
    "This store is read-only. Choose another with --store.": (
        "Die Bibliothek darf hier nur gelesen werden. Wähle mit --store eine andere.",
        "Tę bibliotekę można tu tylko czytać. Wybierz inną przez --store.",
        "이 서재는 읽기만 할 수 있습니다. --store로 다른 서재를 고르세요.",
    ),
    "To restore a library on a server, copy a backup to the server.": (
        "Kopiere eine Sicherung auf den Server, um die Bibliothek dort wiederherzustellen.",
        "Aby przywrócić bibliotekę na serwerze, skopiuj na niego kopię zapasową.",
        "서버의 서재를 복원하려면 백업을 서버로 복사하세요.",
    ),
    "It cannot be undone.": (
        "Das lässt sich nicht rückgängig machen.",
        "Nie można tego cofnąć.",
        "되돌릴 수 없습니다.",
    ),
    "Use --yes to do it without asking.": (
        "Mit --yes geschieht das ohne Rückfrage.",
        "Z --yes odbędzie się to bez pytania.",
        "--yes를 붙이면 묻지 않고 합니다.",
    ),
    "No port is free there.": (
        "Dort ist kein Port frei.",
        "Nie ma tam wolnego portu.",
        "빈 포트가 없습니다.",
    ),
    "Choose another with --port.": (
        "Wähle mit --port einen anderen.",
        "Wybierz inny przez --port.",
        "--port로 다른 포트를 고르세요.",
    ),
    "`bookworm serve --read-only` shows it.": (
        "`bookworm serve --read-only` zeigt sie.",
        "`bookworm serve --read-only` ją pokazuje.",
        "`bookworm serve --read-only`로 볼 수 있습니다.",
    ),
    "`bookworm serve` needs the package {name}.": (
        "`bookworm serve` braucht das Paket {name}.",
        "`bookworm serve` wymaga pakietu {name}.",
        "`bookworm serve`에는 패키지 {name}이(가) 필요합니다.",
    ),
    "Install what it needs: pip install 'bookworm-app[web]'": (
        "Installiere, was es braucht: pip install 'bookworm-app[web]'",
        "Zainstaluj to, czego wymaga: pip install 'bookworm-app[web]'",
        "필요한 것을 설치하세요: pip install 'bookworm-app[web]'",
    ),
    # Serving.
    "Port {port} is not available; using {found}.": (
        "Port {port} ist nicht verfügbar; stattdessen wird {found} verwendet.",
        "Port {port} jest niedostępny; zamiast niego używany jest {found}.",
        "포트 {port}을(를) 사용할 수 없습니다. {found}을(를) 씁니다.",
    ),
    "Your library is at {address} (Ctrl-C ends it).": (
        "Deine Bibliothek ist unter {address} (Strg-C beendet).",
        "Twoja biblioteka jest pod adresem {address} (Ctrl-C kończy).",
        "서재 주소: {address} (Ctrl-C로 끝냅니다).",
    ),
    "In a browser on this machine open {link}": (
        "Öffne in einem Browser auf diesem Rechner {link}",
        "W przeglądarce na tym komputerze otwórz {link}",
        "이 컴퓨터의 브라우저에서 여세요: {link}",
    ),
    "On another machine open {link}": (
        "Öffne auf einem anderen Gerät {link}",
        "Na innym urządzeniu otwórz {link}",
        "다른 기기에서 여세요: {link}",
    ),
    "This link works once. Whoever has it can read and change your library.": (
        "Dieser Link gilt nur einmal. Wer ihn hat, kann deine Bibliothek lesen und ändern.",
        "Ten link działa tylko raz. Kto go ma, może czytać i zmieniać twoją bibliotekę.",
        "이 링크는 한 번만 쓸 수 있습니다. 가진 사람은 서재를 읽고 바꿀 수 있습니다.",
    ),
    "This link works once. Whoever has it can read your library.": (
        "Dieser Link gilt nur einmal. Wer ihn hat, kann deine Bibliothek lesen.",
        "Ten link działa tylko raz. Kto go ma, może czytać twoją bibliotekę.",
        "이 링크는 한 번만 쓸 수 있습니다. 가진 사람은 서재를 읽을 수 있습니다.",
    ),
    "The connection is not encrypted.": (
        "Die Verbindung ist nicht verschlüsselt.",
        "Połączenie nie jest szyfrowane.",
        "연결은 암호화되지 않습니다.",
    ),
    "--fields needs --json, --nl or --csv here.": (
        "--fields braucht hier --json, --nl oder --csv.",
        "--fields wymaga tu --json, --nl lub --csv.",
        "여기서 --fields에는 --json, --nl, --csv 중 하나가 필요합니다.",
    ),
}
