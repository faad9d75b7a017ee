/** Translates the server's English. Names of protocols and products need no line. */
export const SERVED: Readonly<Record<string, string>> = {
  "On call": "Dyżur",
  "The key of the on-call schedule.": "Klucz grafiku dyżurów.",
  After: "Po",
  "Minutes after the alert, or after the start of each repeat.":
    "Minuty od alertu lub od początku powtórzenia.",
  Notify: "Powiadom",
  Repeat: "Powtórzenia",
  "How often all steps repeat until someone acknowledges.":
    "Ile razy powtórzyć wszystkie kroki, dopóki nikt nie potwierdzi alertu.",
  "Repeat after": "Powtórz po",
  "Minutes between the last step and the next repeat.":
    "Minuty między ostatnim krokiem a następnym powtórzeniem.",
  "Request flow": "Ciąg żądań",
  Steps: "Kroki",
  Step: "Krok",
  "Steps run in order. The check ends at the first step that is down.":
    "Wykonywane po kolei. Pierwszy krok, który nie działa, kończy sprawdzenie.",
  Request: "Żądanie",
  "Captured values": "Przechwycone wartości",
  "Later steps use them as {{name}} in the URL after the host, in headers and in the body.":
    "Kolejne kroki używają ich jako {{name}} w URL po nazwie hosta, w nagłówkach i w treści.",
  From: "Skąd",
  Cookie: "Ciasteczko",
  "Regular expression": "Wyrażenie regularne",
  Status: "Kod odpowiedzi",
  "The JSON path, the name of the header or cookie, or the regular expression.":
    "Ścieżka JSON, nazwa nagłówka lub ciasteczka albo wyrażenie regularne.",
  "Provider status page": "Strona stanu dostawcy",
  "Status page": "Strona stanu",
  "The URL of the page or of its RSS or Atom feed.": "URL strony albo jej kanału RSS lub Atom.",
  Format: "Format",
  "Uptide pages use the Statuspage format.": "Strony Uptide używają formatu Statuspage.",
  Detect: "Wykryj",
  "RSS or Atom": "RSS lub Atom",
  Components: "Komponenty",
  "Names as shown on the page, one per line. Leave empty for the whole page.":
    "Nazwy takie jak na stronie, jedna w wierszu. Zostaw puste, aby sprawdzać całą stronę.",
  "Minimum severity": "Najmniejszy liczony problem",
  "Minor problems are degraded; major and critical ones are down.":
    "Drobny problem: działa gorzej. Poważny i krytyczny: nie działa.",
  Minor: "Drobny",
  Major: "Poważny",
  "Domain registration": "Rejestracja domeny",
  Domain: "Domena",
  "Subdomains work too: shop.example.co.uk finds example.co.uk.":
    "Może to być subdomena: sklep.example.co.uk znajdzie example.co.uk.",
  "Days before expiry, one per line. The domain is degraded from the first of them.":
    "Dni przed wygaśnięciem, po jednym w wierszu. Od pierwszego z nich domena działa gorzej.",
  "Name servers": "Serwery nazw",
  "One per line. Any other name server is degraded. Leave empty to accept any.":
    "Jeden w wierszu. Przy innym serwerze nazw domena działa gorzej. Zostaw puste, aby dopuścić każdy.",
  "Registrar lock required": "Wymagana blokada rejestratora",
  "Degraded when the domain can be transferred.":
    "Działa gorzej, gdy domenę można przenieść do innego rejestratora.",
  "RDAP server": "Serwer RDAP",
  "Leave empty to use the one that IANA lists for the registry.":
    "Zostaw puste, aby użyć serwera, który IANA podaje dla rejestru.",
  "tcp: measures the time to open a connection. icmp: sends echo requests, which requires an agent.":
    "tcp: mierzy czas otwarcia połączenia. icmp: wysyła pakiety echo, co wymaga agenta.",
  Packets: "Pakiety",
  "icmp only: packets to send per check.": "Tylko icmp: liczba pakietów na sprawdzenie.",
  "Degraded from loss (%)": "Działa gorzej od utraty (%)",
  "icmp only: degraded from this packet loss. At 100, any response is up.":
    "Tylko icmp: od takiej utraty pakietów monitor działa gorzej. Przy 100 wystarczy jedna odpowiedź.",
  Method: "Metoda",
  Headers: "Nagłówki",
  "Sent with the request. Values of Authorization, Cookie and any header with key, token, secret or password in its name are stored as secrets.":
    "Wysyłane z żądaniem. Wartości nagłówków authorization, cookie oraz tych z key, token, secret lub password w nazwie są przechowywane jako sekrety.",
  Body: "Treść",
  "Expected status": "Oczekiwany kod odpowiedzi",
  "Follow redirects": "Podążaj za przekierowaniami",
  "Up to 10. Credentials are never sent to another origin.":
    "Najwyżej 10. Dane logowania nigdy nie trafiają pod inny adres.",
  Keyword: "Słowo kluczowe",
  "Searched in the first megabyte of the response. Degraded if missing.":
    "Szukane w pierwszym megabajcie odpowiedzi. Gdy go brak, monitor działa gorzej.",
  "Keyword must be absent": "Słowa kluczowego ma nie być",
  "Fails if the keyword is found, instead of if it is missing.":
    "Sprawdzenie jest nieudane, gdy słowo jest w odpowiedzi, a nie gdy go brak.",
  "Keyword fails as": "Wynik przy złym słowie kluczowym",
  "The status if the keyword check fails.": "Stan, gdy warunek słowa kluczowego nie jest spełniony.",
  Down: "Nie działa",
  Degraded: "Działa gorzej",
  "Sign-in": "Logowanie",
  None: "Brak",
  "User and password": "Użytkownik i hasło",
  "User name": "Nazwa użytkownika",
  Password: "Hasło",
  "Vault reference": "Odwołanie do sejfu",
  Vault: "Sejf",
  Secret: "Sekret",
  "Field mapping": "Przypisanie pól",
  "The secret's fields with the user and the password.": "Pola sekretu z nazwą użytkownika i hasłem.",
  User: "Użytkownik",
  "Bearer token": "Token Bearer",
  "OAuth 2 client credentials": "OAuth 2: poświadczenia klienta",
  "Token URL": "URL tokenu",
  "Client ID": "Identyfikator klienta",
  "Client secret": "Sekret klienta",
  Scope: "Zakres",
  "Separated by spaces.": "Oddzielone spacjami.",
  "CAS sign-in": "Logowanie CAS",
  "CAS server": "Serwer CAS",
  "Without /login at the end.": "Bez /login na końcu.",
  Assertions: "Warunki",
  "Conditions on the final response's headers and JSON. JSON over 1 MB isn't read.":
    "Dotyczą nagłówków i JSON-a ostatniej odpowiedzi. JSON większy niż 1 MB nie jest odczytywany.",
  Header: "Nagłówek",
  Operator: "Operator",
  Exists: "Istnieje",
  "Not exists": "Nie istnieje",
  Equals: "Równe",
  "Not equals": "Różne",
  Contains: "Zawiera",
  Value: "Wartość",
  "Not needed for exists and not_exists.": "Niepotrzebna dla „istnieje” i „nie istnieje”.",
  "Fails as": "Wynik niepowodzenia",
  Path: "Ścieżka",
  "Less than": "Mniejsze niż",
  "Greater than": "Większe niż",
  "Degraded above ms": "Działa gorzej powyżej (ms)",
  "Slower responses are degraded.": "Przy wolniejszej odpowiedzi monitor działa gorzej.",
  Certificate: "Certyfikat",
  "Warn before expiry": "Ostrzegaj przed wygaśnięciem",
  "Warn days": "Dni przed wygaśnięciem",
  "Days before expiry to warn.": "Na ile dni przed wygaśnięciem ostrzegać.",
  Inverted: "Odwrócony",
  "Up if the check is down, and down otherwise. For targets that must stay unreachable.":
    "Działa, gdy sprawdzenie jest nieudane, i odwrotnie. Dla celów, które mają pozostać niedostępne.",
  "Keep the body of a failing response": "Zachowuj treść nieudanej odpowiedzi",
  "Keeps the first 2 KB with the failure. Values that look like secrets are hidden.":
    "Zachowuje pierwsze 2 KB razem z błędem. Wartości wyglądające na sekrety są ukrywane.",
  "A host name or an IP address.": "Nazwa hosta lub adres IP.",
  Mode: "Tryb",
  "TCP port": "Port TCP",
  "How the connection is encrypted. Without verification, it can be intercepted.":
    "Jak szyfrować połączenie. Bez weryfikacji można je przechwycić.",
  Off: "Wyłączone",
  "On, publicly trusted": "Włączone, zaufane publicznie",
  "On, unverified": "Włączone, bez weryfikacji",
  "On, with your own CA": "Włączone, własny urząd certyfikacji",
  "CA certificate": "Certyfikat urzędu",
  "One or more CA certificates in PEM format.": "Jeden lub kilka certyfikatów urzędu w formacie PEM.",
  Send: "Wyślij",
  "Sent after connecting. \\r, \\n, \\t, \\0, \\\\ and \\x41 are escapes for control characters, a backslash and bytes.":
    "Wysyłane po połączeniu. \\r, \\n, \\t, \\0, \\\\ i \\x41 oznaczają znaki sterujące, ukośnik wsteczny i bajty.",
  Expect: "Oczekuj",
  "Must appear in the response, otherwise down. \\r, \\n, \\t, \\0, \\\\ and \\x41 are escapes for control characters, a backslash and bytes.":
    "Musi być w odpowiedzi, inaczej monitor nie działa. \\r, \\n, \\t, \\0, \\\\ i \\x41 oznaczają znaki sterujące, ukośnik wsteczny i bajty.",
  "TLS certificate": "Certyfikat TLS",
  "Server name": "Nazwa serwera",
  "The name to request and to expect in the certificate. Default: the host.":
    "Nazwa wysyłana do serwera i oczekiwana w certyfikacie. Domyślnie: host.",
  "DNS record": "Rekord DNS",
  Name: "Nazwa",
  "Record type": "Typ rekordu",
  "Expected value": "Oczekiwana wartość",
  "Degraded unless a record contains this text.":
    "Gdy żaden rekord nie zawiera tego tekstu, monitor działa gorzej.",
  Resolver: "Serwer DNS",
  "A DNS over HTTPS URL, or host:port for DNS over TCP.":
    "URL DNS over HTTPS albo host:port dla DNS over TCP.",
  "A connection string is the whole address, such as postgresql://user:password@host:5432/database.":
    "Ciąg połączenia to cały adres, np. postgresql://user:password@host:5432/database.",
  Fields: "Pola",
  "Connection string from a vault": "Ciąg połączenia z sejfu",
  Database: "Baza danych",
  Query: "Zapytanie",
  "The first value of the result is checked. Use a read-only user.":
    "Sprawdzana jest pierwsza wartość wyniku. Użyj użytkownika tylko do odczytu.",
  "Expected result": "Oczekiwany wynik",
  "Compared as text with the first value of the result. Any other value is degraded. Leave empty to accept any.":
    "Porównywany jako tekst z pierwszą wartością wyniku. Przy innej monitor działa gorzej. Zostaw puste, aby dopuścić każdą.",
  "MySQL, MariaDB": "MySQL, MariaDB",
  "A connection string is the whole address, such as mysql://user:password@host:3306/database.":
    "Ciąg połączenia to cały adres, np. mysql://user:password@host:3306/database.",
  "A connection string is the whole address, such as Server=host,1433;Database=shop;User Id=uptide;Password=….":
    "Ciąg połączenia to cały adres, np. Server=host,1433;Database=shop;User Id=uptide;Password=….",
  "Use a read-only login.": "Użyj loginu tylko do odczytu.",
  "Strict (TDS 8)": "Ścisłe (TDS 8)",
  "Starts the connection with TLS, for servers that force strict encryption.":
    "Zaczyna połączenie od TLS, dla serwerów, które wymuszają ścisłe szyfrowanie.",
  "A connection string is the whole address, such as mongodb://user:password@host:27017/shop?authSource=admin.":
    "Ciąg połączenia to cały adres, np. mongodb://user:password@host:27017/shop?authSource=admin.",
  "The database to run the command in and to authenticate against. Default: admin.":
    "Baza, w której wykonać polecenie i uwierzytelnić użytkownika. Domyślnie: admin.",
  Command: "Polecenie",
  "A command as JSON. Use a read-only user.": "Polecenie jako JSON. Użyj użytkownika tylko do odczytu.",
  "Compared as text with the first field of the response, or of its first document without _id. Any other value is degraded. Leave empty to accept any.":
    "Porównywany jako tekst z pierwszym polem odpowiedzi lub jej pierwszego dokumentu, bez _id. Przy innym monitor działa gorzej. Zostaw puste, aby dopuścić każde.",
  "Database number.": "Numer bazy.",
  "Default: 1883, or 8883 with TLS.": "Domyślnie: 1883, z TLS 8883.",
  "Default: 5672, or 5671 with TLS.": "Domyślnie: 5672, z TLS 5671.",
  "Default: guest, if user and password are empty.": "Domyślnie guest, gdy użytkownik i hasło są puste.",
  "Virtual host": "Host wirtualny",
  "Default: 465 for tls, otherwise 587. Cloudflare blocks port 25: use an agent for it.":
    "Domyślnie: 465 dla tls, w innych trybach 587. Cloudflare blokuje port 25: użyj do niego agenta.",
  Security: "Zabezpieczenie",
  "starttls: TLS after the greeting; down if the server doesn't offer it. tls: implicit TLS. none: no TLS.":
    "starttls: TLS po powitaniu; jeśli serwer go nie oferuje, monitor nie działa. tls: TLS od początku połączenia. none: bez TLS.",
  STARTTLS: "STARTTLS",
  "Implicit TLS": "TLS od początku połączenia",
  "With TLS, port 389 uses StartTLS and port 636 uses implicit TLS. On other ports, the server decides.":
    "Z TLS port 389 używa StartTLS, a 636 TLS od początku połączenia. Na innych portach decyduje serwer.",
  "The user to log in as. Leave empty for anonymous login.":
    "Użytkownik, jako który się logować. Zostaw puste, aby logować się anonimowo.",
  Subprotocol: "Podprotokół",
  "Requested from the server. Down if the server doesn't select it.":
    "Proponowany serwerowi. Jeśli serwer go nie wybierze, monitor nie działa.",
  "Sent as a text message after connecting.": "Wysyłane jako wiadomość tekstowa po połączeniu.",
  "Must appear in a received message within the first 64 KB, otherwise down.":
    "Musi być w odebranej wiadomości, w pierwszych 64 KB, inaczej monitor nie działa.",
  "https uses TLS, http doesn't.": "https używa TLS, http nie.",
  Service: "Usługa",
  "Checked with the standard gRPC health protocol. Up only if it is SERVING. Leave empty for the whole server.":
    "Sprawdzana standardowym protokołem stanu gRPC. Działa tylko wtedy, gdy odpowiada SERVING. Zostaw puste, aby sprawdzać cały serwer.",
  "For https addresses. on: requires a publicly trusted certificate. ca: requires a certificate from your own CA. verify-none: encrypted but not verified, so it can be intercepted.":
    "Dla adresów https. on: wymaga certyfikatu zaufanego publicznie. ca: wymaga certyfikatu Twojego urzędu certyfikacji. verify-none: szyfrowane bez weryfikacji, więc można je przechwycić.",
  "Docker container": "Kontener Docker",
  Endpoint: "Punkt końcowy",
  "The Docker API over http or https, such as https://docker.example.com:2376, or with an agent its socket, unix:///var/run/docker.sock. Engines that require a client certificate aren't supported: put a proxy with a token in front of the engine, and send the token in a header.":
    "API Dockera przez http lub https, np. https://docker.example.com:2376, albo z agentem jego gniazdo, unix:///var/run/docker.sock. Certyfikaty klienta nie są obsługiwane: postaw przed Dockerem proxy z tokenem i wysyłaj token w nagłówku.",
  Container: "Kontener",
  "Container name or ID.": "Nazwa lub identyfikator kontenera.",
  Heartbeat: "Sygnał życia",
  Schedule: "Harmonogram",
  "The job's cron schedule, such as 30 3 * * mon-fri or @daily. Replaces the interval.":
    "Harmonogram zadania w formacie cron, np. 30 3 * * mon-fri lub @daily. Zastępuje odstęp.",
  "Time zone": "Strefa czasowa",
  "The time zone of the schedule. Default: UTC.": "Strefa czasowa harmonogramu. Domyślnie: UTC.",
  "Grace seconds": "Tolerancja w sekundach",
  "How late a heartbeat can be, after the interval or the scheduled time.":
    "O ile może się spóźnić sygnał życia względem odstępu lub harmonogramu.",
  "Maximum run time in seconds": "Najdłuższe wykonanie w sekundach",
  "How long a started job can run. Default: until its next run is late.":
    "Jak długo może trwać rozpoczęte zadanie. Domyślnie: do spóźnienia następnego uruchomienia.",
  "Manual status": "Ręczny",
  Email: "E-mail",
  To: "Do",
  "Separated by commas.": "Oddzielone przecinkami.",
  Subject: "Temat",
  "Replaces the title. You can use placeholders such as {{monitor_name}}, {{status}} and {{error_message}}.":
    "Zastępuje tytuł. Można używać znaczników, np. {{monitor_name}}, {{status}} i {{error_message}}.",
  "Replaces the default message. You can use placeholders such as {{monitor_name}}, {{status}} and {{error_message}}.":
    "Zastępuje domyślną wiadomość. Można używać znaczników, np. {{monitor_name}}, {{status}} i {{error_message}}.",
  "Supports placeholders after the host.": "Po nazwie hosta można używać znaczników.",
  "JSON. Placeholders are filled in and escaped. A placeholder that is a whole value becomes a number or a string.":
    "JSON. Można używać znaczników. Znacznik w miejscu całej wartości staje się liczbą lub tekstem.",
  "Signing secret": "Sekret podpisu",
  "Signs each request with Standard Webhooks. Use whsec_ followed by a base64 key, or any text.":
    "Podpisuje każde żądanie według Standard Webhooks. Wpisz whsec_ i klucz w base64 albo dowolny tekst.",
  "Webhook URL": "URL webhooka",
  "Anyone with this URL can post to it, so it is stored as a secret.":
    "Każdy, kto zna ten URL, może tam pisać, więc jest przechowywany jako sekret.",
  Text: "Tekst",
  "Shown as the sender. Leave empty to use the webhook's own name.":
    "Nazwa nadawcy. Zostaw puste, aby użyć nazwy webhooka.",
  "Avatar URL": "URL awatara",
  Content: "Treść",
  Summary: "Podsumowanie",
  "Bot token": "Token bota",
  "From @BotFather.": "Od @BotFather.",
  "Chat ID": "Identyfikator czatu",
  "Server URL": "URL serwera",
  Topic: "Temat",
  "Anyone who knows it can read your alerts: choose one that is hard to guess.":
    "Każdy, kto go zna, może czytać Twoje alerty: wybierz trudny do odgadnięcia.",
  "Access token": "Token dostępu",
  "Only for protected topics.": "Tylko dla chronionych tematów.",
  Priority: "Priorytet",
  "1 to 5. Default: 4 if something is down, otherwise 3.":
    "Od 1 do 5. Domyślnie: 4, gdy coś nie działa, inaczej 3.",
  "Application token": "Token aplikacji",
  "User key": "Klucz użytkownika",
  "The key of a user or a group.": "Klucz użytkownika lub grupy.",
  "-2 to 2. Default: 1 if something is down, otherwise 0. With 2, Pushover repeats the alert every minute for an hour until someone confirms it.":
    "Od -2 do 2. Domyślnie: 1, gdy coś nie działa, inaczej 0. Przy 2 Pushover powtarza alert co minutę przez godzinę, dopóki ktoś go nie potwierdzi.",
  "Name of the monitor; in a digest, the number of monitors.":
    "Nazwa monitora; w wiadomości zbiorczej liczba monitorów.",
  "Names of all affected monitors.": "Nazwy wszystkich dotkniętych monitorów.",
  "Number of affected monitors.": "Liczba dotkniętych monitorów.",
  "up, degraded or down; in a digest, the worst.": "up, degraded lub down; w wiadomości zbiorczej najgorszy.",
  "The status before.": "Poprzedni stan.",
  "The check's message; in a digest, one line per monitor.":
    "Wynik sprawdzenia; w wiadomości zbiorczej jeden wiersz na monitor.",
  "Type of the monitor, such as https; group for a digest.":
    "Typ monitora, np. https; w wiadomości zbiorczej group.",
  "Key of the monitor.": "Klucz monitora.",
  "Id of the monitor; empty for a digest.": "Identyfikator monitora; w wiadomości zbiorczej pusty.",
  "The checked address, without credentials.": "Sprawdzany adres, bez danych logowania.",
  "When it happened, in UTC.": "Kiedy to się stało, w UTC.",
  "How long it has been failing, such as 2 h 5 min.": "Jak długo trwa awaria, np. 2 h 5 min.",
  "What happened, such as alert, recovery, reminder, agent_away or test.":
    "Co się stało, np. alert, recovery, reminder, agent_away lub test.",
  "Stays the same across retries.": "Taki sam przy każdej próbie wysłania.",
  "trigger, acknowledge or resolve, as on-call services call it.":
    "trigger, acknowledge lub resolve, jak nazywają to usługi dyżurów.",
  "status, certificate, action_failed, own_trouble or agent: what a later message resolves.":
    "status, certificate, action_failed, own_trouble lub agent: co zakończy późniejsza wiadomość.",
  "critical, warning or info.": "critical, warning lub info.",
  "Colour of the message as #rrggbb.": "Kolor wiadomości jako #rrggbb.",
  "Host of the certificate.": "Host certyfikatu.",
  "When the certificate ends, in UTC.": "Koniec ważności certyfikatu, w UTC.",
  "Whole days until the certificate ends.": "Pełne dni do wygaśnięcia certyfikatu.",
  "Name of the action.": "Nazwa akcji.",
  "Who acknowledged the failure.": "Kto potwierdził awarię.",
  "The note left with the acknowledgement.": "Notatka z potwierdzenia.",
  "What happened, in a few words.": "Co się stało, w kilku słowach.",
  "What happened, in sentences.": "Co się stało, pełnymi zdaniami.",
  "Address of the monitor in the panel.": "Adres monitora w panelu.",
  "Name of the site.": "Nazwa strony.",
  "First failing check of the outage, in UTC.": "Pierwsze nieudane sprawdzenie awarii, w UTC.",
  "Name of the monitor, as visitors read it.": "Nazwa monitora widoczna dla odwiedzających.",
  "When the outage began, in UTC and the language of the wording.":
    "Początek awarii, w UTC i w języku tekstu.",
  "How long the outage had lasted when the text was posted, in the language of the wording.":
    "Czas trwania awarii w chwili publikacji, w języku tekstu.",
  "The check's message. Visitors will see it.": "Wynik sprawdzenia. Zobaczą go odwiedzający.",
  "Down or up again, in the language of the wording.": "Nie działa lub znów działa, w języku tekstu.",
};
