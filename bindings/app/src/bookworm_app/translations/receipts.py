"""Receipts of imports, and what is wrong with a cell of a file."""

#: English: German, Polish, Korean.
SENTENCES = {
    "new": ("neu", "nowe", "새 책"),
    "fills gaps": ("ergänzt", "uzupełnia", "빈 곳 채움"),
    "changes": ("ändert", "zmienia", "변경"),
    "the same": ("gleich", "bez zmian", "같음"),
    "deleted": ("gelöscht", "usunięte", "삭제됨"),
    "covers": ("Umschläge", "okładki", "표지"),
    "the picture is not there": (
        "das Bild fehlt",
        "nie ma obrazka",
        "그림 파일이 없습니다",
    ),
    "created": ("neu", "nowe", "추가됨"),
    "merged": ("ergänzt", "uzupełnione", "보완됨"),
    "changed": ("geändert", "zmienione", "변경됨"),
    "books": ("Bücher", "książki", "책"),
    "quotes": ("Zitate", "cytaty", "인용문"),
    "longer now": ("jetzt länger", "teraz dłuższe", "길어짐"),
    "repeated": ("wiederholt", "powtórzone", "반복됨"),
    "new rows": ("neue Zeilen", "nowe wiersze", "새 행"),
    "updated": ("aktualisiert", "uaktualnione", "갱신됨"),
    "differ": ("verschieden", "różne", "차이"),
    "kept": ("behalten", "zachowane", "유지됨"),
    "shelf": ("Regal", "półka", "서가"),
    "rounded": ("gerundet", "zaokrąglone", "반올림"),
    "unclear": ("unklar", "niejasne", "불분명"),
    "left out": ("ausgelassen", "pominięte", "제외"),
    "in part": ("zum Teil", "częściowo", "일부"),
    "kept raw": ("nur Rohdaten", "tylko surowe", "원본만"),
    "note": ("Hinweis", "uwaga", "참고"),
    "refused": ("abgelehnt", "odrzucone", "거부됨"),
    "Each row": ("Jede Zeile", "Każdy wiersz", "모든 행"),
    "Import": ("Import", "Import", "가져오기"),
    "dry run: nothing was written": (
        "Probelauf: nichts wurde geschrieben",
        "próba: niczego nie zapisano",
        "시험 실행: 아무것도 저장하지 않음",
    ),
    "already has another value: {fields}": (
        "hat schon einen anderen Wert: {fields}",
        "ma już inną wartość: {fields}",
        "이미 다른 값이 있음: {fields}",
    ),
    "the book already had another value: {fields}": (
        "das Buch hatte schon einen anderen Wert: {fields}",
        "książka miała już inną wartość: {fields}",
        "책에 이미 다른 값이 있었음: {fields}",
    ),
    "{shelf}: {count}, imported as {what}": (
        "{shelf}: {count}, importiert als {what}",
        "{shelf}: {count}, zaimportowano jako {what}",
        "{shelf}: {count}, 가져온 형태: {what}",
    ),
    "a genre": ("Genre", "gatunek", "장르"),
    "the status {status}": ("Status {status}", "status {status}", "상태 {status}"),
    "{ratings} between two quarters of a star": (
        "{ratings} zwischen zwei Viertelsternen",
        "{ratings} między ćwiartkami gwiazdki",
        "별 4분의 1 단위 사이의 {ratings}",
    ),
    "{column} ({count}): a part has no field and is kept raw, as for {title}: {cell}": (
        "{column} ({count}): ein Teil hat kein Feld und bleibt roh, wie bei {title}: {cell}",
        "{column} ({count}): część nie ma pola i pozostaje surowa, jak dla {title}: {cell}",
        "{column} ({count}): 일부는 필드가 없어 원본 행에만 보관. 예: {title}: {cell}",
    ),
    "no field for: {columns}": (
        "Spalten ohne Feld: {columns}",
        "kolumny bez pola: {columns}",
        "해당 필드가 없는 열: {columns}",
    ),
    "row {number}": ("Zeile {number}", "wiersz {number}", "{number}행"),
    "line {number}": ("Zeile {number}", "linia {number}", "{number}번째 줄"),
    "{place}: a reading ends before it starts: {started} to {finished}": (
        "{place}: eine Lektüre endet vor ihrem Beginn: {started} bis {finished}",
        "{place}: lektura kończy się przed rozpoczęciem: {started} do {finished}",
        "{place}: 시작 전에 끝난 독서 기록: {started}부터 {finished}까지",
    ),
    "correct it in {path} and import that file": (
        "korrigiere sie in {path} und importiere diese Datei",
        "popraw go w {path} i zaimportuj ten plik",
        "{path}에서 고친 다음 그 파일을 가져오세요",
    ),
    "correct them in {path} and import that file": (
        "korrigiere sie in {path} und importiere diese Datei",
        "popraw je w {path} i zaimportuj ten plik",
        "{path}에서 고친 다음 그 파일을 가져오세요",
    ),
    "{title} looks like {others}; after the import, `bookworm duplicates` shows both": (
        "{title} ähnelt {others}: `bookworm duplicates` zeigt sie danach",
        "{title} przypomina {others}: potem pokaże je `bookworm duplicates`",
        "{title}은(는) {others}와(과) 비슷합니다. 나중에 `bookworm duplicates`로 확인하세요",
    ),
    "{one} and {other} may be one book: merge them if they are": (
        "{one} und {other} sind vielleicht ein Buch: führe sie dann zusammen",
        "{one} i {other} to może jedna książka: wtedy je scal",
        "{one}와(과) {other}은(는) 같은 책일 수 있습니다. 그렇다면 병합하세요",
    ),
    "{count} more notes: the command lists all with --json": (
        "{count} weitere Hinweise: der Befehl zeigt alle mit --json",
        "jeszcze {count} uwag: polecenie pokaże wszystkie z --json",
        "알림 {count}개 더 있음: 명령에 --json을 쓰면 모두 볼 수 있습니다",
    ),
    # Remarks about a file.
    "in cp1252 and not in UTF-8: {lines}": (
        "in cp1252 und nicht in UTF-8: {lines}",
        "w cp1252 zamiast UTF-8: {lines}",
        "UTF-8이 아닌 cp1252: {lines}",
    ),
    "wrongly decoded text, repaired: {cells}": (
        "früher falsch dekodiert und repariert: {cells}",
        "wcześniej źle zdekodowane i naprawione: {cells}",
        "이전에 잘못 디코딩되어 고침: {cells}",
    ),
    "possibly wrongly decoded, left as it is: {cells}, such as {text!r}": (
        "vielleicht falsch dekodiert, nicht geändert: {cells}, etwa {text!r}",
        "być może źle zdekodowane, bez zmian: {cells}, na przykład {text!r}",
        "잘못 디코딩되었을 수 있어 그대로 둠: {cells}, 예: {text!r}",
    ),
    "dates such as {date} have the day first": (
        "in Daten wie {date} steht der Tag vorn",
        "w datach takich jak {date} najpierw jest dzień",
        "{date} 같은 날짜는 일이 먼저입니다",
    ),
    "dates such as {date} have the month first": (
        "in Daten wie {date} steht der Monat vorn",
        "w datach takich jak {date} najpierw jest miesiąc",
        "{date} 같은 날짜는 월이 먼저입니다",
    ),
    "dates such as 6/5/2017: nothing says whether the day or the month is first": (
        "Daten wie 6/5/2017: unklar, ob Tag oder Monat vorn steht",
        "daty takie jak 6/5/2017: nie wiadomo, czy najpierw jest dzień, czy miesiąc",
        "6/5/2017 같은 날짜: 일과 월 중 무엇이 먼저인지 알 수 없음",
    ),
    # Faults of a cell.
    "a spreadsheet has replaced the number by ####": (
        "eine Tabellenkalkulation hat die Zahl durch #### ersetzt",
        "arkusz kalkulacyjny zastąpił liczbę znakami ####",
        "스프레드시트가 숫자를 ####로 바꿈",
    ),
    "a spreadsheet has replaced the date by ####": (
        "eine Tabellenkalkulation hat das Datum durch #### ersetzt",
        "arkusz kalkulacyjny zastąpił datę znakami ####",
        "스프레드시트가 날짜를 ####로 바꿈",
    ),
    "a spreadsheet has rounded the ISBN, as in 9.78E+12": (
        "eine Tabellenkalkulation hat die ISBN gerundet, wie in 9.78E+12",
        "arkusz kalkulacyjny zaokrąglił ISBN, jak w 9.78E+12",
        "스프레드시트가 ISBN을 9.78E+12처럼 반올림함",
    ),
    "a spreadsheet has rounded the id, as in 2.48E+08": (
        "eine Tabellenkalkulation hat die Nummer gerundet, wie in 2.48E+08",
        "arkusz kalkulacyjny zaokrąglił numer, jak w 2.48E+08",
        "스프레드시트가 번호를 2.48E+08처럼 반올림함",
    ),
    "a year or month without a day": (
        "ein Jahr oder Monat ohne Tag",
        "rok lub miesiąc bez dnia",
        "일이 없는 연도나 월",
    ),
    "{text!r} is not a number": (
        "{text!r} ist keine Zahl",
        "{text!r} to nie liczba",
        "{text!r}은(는) 숫자가 아님",
    ),
    "{text!r} is not a whole number": (
        "{text!r} ist keine ganze Zahl",
        "{text!r} to nie liczba całkowita",
        "{text!r}은(는) 정수가 아님",
    ),
    "{text!r} is not a rating from 0 to {best}": (
        "{text!r} ist keine Bewertung von 0 bis {best}",
        "{text!r} to nie ocena od 0 do {best}",
        "{text!r}은(는) 0에서 {best}까지의 평점이 아님",
    ),
    "{text!r} is not a day; write it as 2024-03-15": (
        "{text!r} ist kein Datum; schreibe 2024-03-15",
        "{text!r} to nie data; napisz 2024-03-15",
        "{text!r}은(는) 날짜가 아님. 2024-03-15처럼 쓰세요",
    ),
    "{text!r} is not a day of the calendar": (
        "dieses Datum gibt es nicht: {text!r}",
        "taka data nie istnieje: {text!r}",
        "{text!r}은(는) 달력에 없는 날짜",
    ),
    "{text!r} is not a reading; write it as 2025/06/01-2025/06/10": (
        "{text!r} ist keine Lektüre; schreibe 2025/06/01-2025/06/10",
        "{text!r} to nie lektura; napisz 2025/06/01-2025/06/10",
        "{text!r}은(는) 독서 기록이 아님. 2025/06/01-2025/06/10처럼 쓰세요",
    ),
    "it is not a list of JSON": (
        "es ist keine Liste in JSON",
        "to nie jest lista JSON",
        "JSON 목록이 아님",
    ),
    "damaged characters, stored as {sign}": (
        "beschädigte Zeichen, gespeichert als {sign}",
        "uszkodzone znaki, zapisano jako {sign}",
        "손상된 글자, {sign}(으)로 저장",
    ),
    "not a value that can be stored": (
        "kein Wert, der sich speichern lässt",
        "wartość, której nie można zapisać",
        "보관할 수 있는 값이 아님",
    ),
    "the row has {cells}, the header {count}": (
        "die Zeile hat {cells}, die Kopfzeile {count}",
        "wiersz ma {cells}, nagłówek {count}",
        "행은 {cells}, 머리글은 {count}개",
    ),
    "the file ends in the middle of this row; export it again": (
        "die Datei endet mitten in dieser Zeile; exportiere sie noch einmal",
        "plik kończy się w środku tego wiersza; wyeksportuj go ponownie",
        "파일이 이 행 중간에서 끝남. 다시 내보내세요",
    ),
    "the title is missing": ("der Titel fehlt", "brak tytułu", "제목이 없음"),
    "{column}: empty, stored as {name}": (
        "{column}: leer, gespeichert als {name}",
        "{column}: puste, zapisano jako {name}",
        "{column}: 비어 있어 {name}(으)로 저장",
    ),
    "{count} readings are too many": (
        "{count} Lektüren sind zu viele",
        "{count} lektur to za dużo",
        "독서 기록 {count}개는 너무 많음",
    ),
    "{shelf}: kept as in progress": (
        "{shelf}: als angefangen behalten",
        "{shelf}: zachowane jako w trakcie",
        "{shelf}: 읽는 중으로 보관",
    ),
    # Entries without a book or a quote.
    "the hours of reading": ("die Lesezeiten", "godziny czytania", "읽은 시간"),
    "deleted: in the trash of the app, imported all the same": (
        "deleted: im Papierkorb der App; trotzdem importiert",
        "deleted: w koszu aplikacji; mimo to importowane",
        "deleted: 앱의 휴지통에 있지만 가져옴",
    ),
    "the date of the highlight": (
        "der Tag, an dem es markiert wurde",
        "dzień zaznaczenia",
        "표시한 날짜",
    ),
    "bookmarks": ("Lesezeichen", "zakładki", "책갈피"),
    "handwritten notes": (
        "handschriftliche Notizen",
        "odręczne notatki",
        "손글씨 메모",
    ),
    "entries that are cut off": (
        "abgeschnittene Einträge",
        "ucięte wpisy",
        "잘린 항목",
    ),
    "highlights beyond the copying limit": (
        "Markierungen über der Kopiergrenze",
        "zaznaczenia ponad limit kopiowania",
        "복사 한도를 넘은 하이라이트",
    ),
    "highlights of a book that is no longer on the device": (
        "Markierungen eines Buchs, das nicht mehr auf dem Gerät ist",
        "zaznaczenia z książki, której nie ma już na urządzeniu",
        "기기에 더 이상 없는 책의 하이라이트",
    ),
    "highlights of books that BKLibrary*.sqlite does not have": (
        "Markierungen von Büchern, die BKLibrary*.sqlite nicht hat",
        "zaznaczenia z książek, których nie ma w BKLibrary*.sqlite",
        "BKLibrary*.sqlite에 없는 책의 하이라이트",
    ),
    "books that were not begun": (
        "nicht begonnene Bücher",
        "nierozpoczęte książki",
        "읽기 시작하지 않은 책",
    ),
    "books that were not finished or rated": (
        "Bücher, die weder beendet noch bewertet sind",
        "książki, które nie są ukończone ani ocenione",
        "다 읽지도 평점을 주지도 않은 책",
    ),
    "rows without a highlight or a title": (
        "Zeilen ohne Markierung oder Titel",
        "wiersze bez zaznaczenia lub tytułu",
        "하이라이트나 제목이 없는 행",
    ),
}
