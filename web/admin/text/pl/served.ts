/** Translates the server's English. Names of protocols and products need no line. */
export const SERVED: Readonly<Record<string, string>> = {
  "On call": "Dyżur",
  "The key of the on-call schedule.": "Klucz grafiku dyżurów.",
  After: "Po",
  "Minutes after the alert, counted again in each repeat.":
    "Minuty od alertu, liczone od nowa przy każdym powtórzeniu.",
  Notify: "Powiadom",
  Repeat: "Powtórzenia",
  "How often all steps repeat until someone acknowledges.":
    "Ile razy wszystkie kroki są powtarzane, dopóki nikt nie potwierdzi.",
  "Repeat after": "Powtórz po",
  "Minutes between the last step and the next repeat.": "Minuty między ostatnim krokiem a powtórzeniem.",
  "Flow of requests": "Ciąg żądań",
  Steps: "Kroki",
  Step: "Krok",
  "Run in order. The first step that is down ends the check.":
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
  "Status page of a provider": "Strona statusu dostawcy",
  "Status page": "Strona statusu",
  "The address of the page or of its RSS or Atom feed.": "Adres strony albo jej kanału RSS lub Atom.",
  Format: "Format",
  "Uptide pages use the Statuspage format.": "Strony Uptide używają formatu Statuspage.",
  Detect: "Wykryj",
  "RSS or Atom": "RSS lub Atom",
  Components: "Komponenty",
  "Names as on the page, one per line. Leave empty for the whole page.":
    "Nazwy jak na stronie, po jednej w wierszu. Puste: cała strona.",
  "Smallest problem that counts": "Najmniejszy problem, który się liczy",
  "Minor problems are degraded; major and critical ones are down.":
    "Drobne problemy to działanie gorsze; poważne i krytyczne to brak działania.",
  Minor: "Drobny",
  Major: "Poważny",
  "Domain registration": "Rejestracja domeny",
  Domain: "Domena",
  "A name below it works too: shop.example.co.uk finds example.co.uk.":
    "Może być też nazwa pod nią: shop.example.co.uk znajdzie example.co.uk.",
  "Days before expiry, one per line. From the first one the domain is degraded.":
    "Dni przed wygaśnięciem, po jednym w wierszu. Od pierwszego z nich domena działa gorzej.",
  "Name servers": "Serwery nazw",
  "One per line. Other name servers than these are degraded. Leave empty for any.":
    "Po jednym w wierszu. Inne serwery nazw niż te to działanie gorsze. Puste: dowolne.",
  "Registrar lock required": "Wymagana blokada rejestratora",
  "Degraded when the domain can be transferred.": "Działanie gorsze, gdy domenę można przenieść.",
  "RDAP server": "Serwer RDAP",
  "Leave empty to use the one that IANA lists for the registry.":
    "Puste: ten, który IANA podaje dla rejestru.",
  "tcp: how long it takes to open a connection. icmp: real echo requests, which only an agent can send.":
    "tcp: ile trwa otwarcie połączenia. icmp: prawdziwe pakiety echo, które może wysyłać tylko agent.",
  Packets: "Pakiety",
  "With icmp: how many are sent at each check.": "Przy icmp: ile jest wysyłanych przy każdym sprawdzeniu.",
  "Degraded from loss (%)": "Działa gorzej od straty (%)",
  "With icmp: degraded when so many are lost. At 100 any response is up.":
    "Przy icmp: działa gorzej, gdy tyle pakietów przepada. Przy 100 wystarczy jedna odpowiedź.",
  Method: "Metoda",
  Headers: "Nagłówki",
  "Sent with the request. Values of authorization, cookie, and of names with key, token, secret or password in them are kept as secrets.":
    "Wysyłane z żądaniem. Wartości nagłówków authorization, cookie oraz tych z key, token, secret lub password w nazwie są przechowywane jako sekrety.",
  Body: "Treść",
  "Expected status": "Oczekiwany kod odpowiedzi",
  "Follow redirects": "Podążaj za przekierowaniami",
  "Up to 10. Credentials are not sent on to another origin.":
    "Do 10. Dane logowania nie są wysyłane dalej do innego serwera.",
  Keyword: "Słowo kluczowe",
  "Searched in the first megabyte of the response. Without it the check is degraded.":
    "Szukane w pierwszym megabajcie odpowiedzi; gdy go brak, monitor działa gorzej.",
  "Keyword must be absent": "Słowa kluczowego ma nie być",
  "The check fails when the keyword is found instead of when it is missing.":
    "Sprawdzenie się nie udaje, gdy słowo jest, a nie gdy go brak.",
  "Keyword fails as": "Wynik przy złym słowie kluczowym",
  "What the check is when the keyword is not as it should be.":
    "Jaki jest wynik sprawdzenia, gdy ze słowem kluczowym jest inaczej, niż powinno.",
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
  "Which fields of the secret hold the user and the password.":
    "Które pola sekretu zawierają użytkownika i hasło.",
  User: "Użytkownik",
  "Bearer token": "Token Bearer",
  "OAuth 2 client credentials": "OAuth 2: poświadczenia klienta",
  "Token URL": "URL tokenu",
  "Client id": "Identyfikator klienta",
  "Client secret": "Sekret klienta",
  Scope: "Zakres",
  "Names with spaces between them.": "Nazwy rozdzielone spacjami.",
  "CAS sign-in": "Logowanie CAS",
  "CAS server": "Serwer CAS",
  "Without /login at its end.": "Bez /login na końcu.",
  Assertions: "Warunki",
  "Conditions on the final response's headers and JSON. JSON over 1 MB isn't read.":
    "Dotyczą nagłówków i JSON-a ostatecznej odpowiedzi. JSON większy niż megabajt nie jest czytany.",
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
  "Slower responses are degraded.": "Wolniejsza odpowiedź oznacza gorsze działanie.",
  Certificate: "Certyfikat",
  "Warn before expiry": "Ostrzegaj przed wygaśnięciem",
  "Warn days": "Dni ostrzegania",
  "Days before expiry to warn.": "Ile dni przed wygaśnięciem certyfikatu ostrzegać.",
  Inverted: "Odwrócony",
  "Up while the check would be down, and down while it would not: for what has to stay unreachable.":
    "Działa, gdy sprawdzenie się nie udaje, i odwrotnie: dla tego, co ma pozostać nieosiągalne.",
  "Keep the body of a failing response": "Zachowuj treść złej odpowiedzi",
  "Its first 2 KB, with the reason of the failure. What looks like a secret is hidden.":
    "Pierwsze 2 KB, razem z przyczyną niepowodzenia. To, co wygląda na sekret, jest ukrywane.",
  "A host name or an IP address.": "Nazwa hosta lub adres IP.",
  Mode: "Tryb",
  "TCP port": "Port TCP",
  "What protects the connection. Left unverified, anybody in between can listen.":
    "Co chroni połączenie. Bez weryfikacji każdy po drodze może podsłuchiwać.",
  Off: "Wyłączone",
  "On, publicly trusted": "Włączone, zaufane publicznie",
  "On, unverified": "Włączone, bez weryfikacji",
  "On, with your own authority": "Włączone, własny urząd certyfikacji",
  Authority: "Urząd certyfikacji",
  "Its certificate in PEM, or several.": "Jego certyfikat w formacie PEM albo kilka.",
  Send: "Wyślij",
  "Sent once the connection is open. \\r, \\n, \\t, \\0, \\\\ and \\x41 stand for control characters, a backslash and bytes.":
    "Wysyłane po otwarciu połączenia. \\r, \\n, \\t, \\0, \\\\ i \\x41 oznaczają znaki sterujące, ukośnik i bajty.",
  Expect: "Oczekuj",
  "Must appear in the response, otherwise down. \\r, \\n, \\t, \\0, \\\\ and \\x41 stand for control characters, a backslash and bytes.":
    "Musi być w odpowiedzi, inaczej monitor nie działa. \\r, \\n, \\t, \\0, \\\\ i \\x41 oznaczają znaki sterujące, ukośnik i bajty.",
  "TLS certificate": "Certyfikat TLS",
  "Server name": "Nazwa serwera",
  "The name to request and to expect in the certificate. Default: the host.":
    "Nazwa, o którą pada pytanie i która musi być w certyfikacie; gdy pominięta: host.",
  "DNS record": "Rekord DNS",
  Name: "Nazwa",
  "Record type": "Typ rekordu",
  "Expected value": "Oczekiwana wartość",
  "Has to be part of some record, else degraded.":
    "Musi być częścią któregoś rekordu, inaczej monitor działa gorzej.",
  Resolver: "Serwer DNS",
  "An address of DNS over HTTPS, or host:port for DNS over TCP.":
    "Adres DNS przez HTTPS albo host:port dla DNS przez TCP.",
  "A connection string is the whole address, such as postgresql://user:password@host:5432/database.":
    "Ciąg połączenia to cały adres, np. postgresql://user:password@host:5432/database.",
  Fields: "Pola",
  "Connection string from a vault": "Ciąg połączenia z sejfu",
  Database: "Baza danych",
  Query: "Zapytanie",
  "Its first value is looked at. Use a user that can only read.":
    "Liczy się jego pierwsza wartość. Użyj użytkownika, który może tylko czytać.",
  "Expected result": "Oczekiwany wynik",
  "The first value of the response as text; any other value makes the check Degraded. Empty: accept any.":
    "Pierwsza wartość odpowiedzi jako tekst; inna oznacza gorsze działanie. Puste przyjmuje każdą.",
  "MySQL, MariaDB": "MySQL, MariaDB",
  "A connection string is the whole address, such as mysql://user:password@host:3306/database.":
    "Ciąg połączenia to cały adres, np. mysql://user:password@host:3306/database.",
  "A connection string is the whole address, such as Server=host,1433;Database=shop;User Id=uptide;Password=….":
    "Ciąg połączenia to cały adres, np. Server=host,1433;Database=shop;User Id=uptide;Password=….",
  "Use a login that can only read.": "Użyj loginu, który może tylko czytać.",
  "Strict (TDS 8)": "Ścisłe (TDS 8)",
  "TLS comes before anything else, for servers that force strict encryption.":
    "TLS jest przed wszystkim innym, dla serwerów wymuszających ścisłe szyfrowanie.",
  "A connection string is the whole address, such as mongodb://user:password@host:27017/shop?authSource=admin.":
    "Ciąg połączenia to cały adres, np. mongodb://user:password@host:27017/shop?authSource=admin.",
  "Where the command runs and the user is kept; admin when empty.":
    "Gdzie działa polecenie i jest przechowywany użytkownik; gdy puste: admin.",
  Command: "Polecenie",
  "A command as JSON. Use a user that can only read.":
    "Polecenie jako JSON. Użyj użytkownika, który może tylko czytać.",
  "The first field of the response as text, or of its first document without _id; any other value makes the check Degraded. Empty: accept any.":
    "Pierwsze pole odpowiedzi lub jej pierwszego dokumentu jako tekst, z pominięciem _id; inne oznacza gorsze działanie. Puste przyjmuje każde.",
  "Its number.": "Jej numer.",
  "Default: 1883, or 8883 with TLS.": "Gdy pominięty: 1883, a z TLS 8883.",
  "Default: 5672, or 5671 with TLS.": "Gdy pominięty: 5672, a z TLS 5671.",
  "Without user and password, it is guest.": "Bez użytkownika i hasła jest to guest.",
  "Virtual host": "Host wirtualny",
  "Default: 465 for tls, otherwise 587. Cloudflare blocks port 25, which only an agent reaches.":
    "Gdy pominięty: 465 dla tls, inaczej 587. Cloudflare nie pozwala łączyć się z portem 25, robi to tylko agent.",
  Security: "Zabezpieczenie",
  "starttls: TLS after the greeting, and down where it is not offered. tls: TLS from the start. none: no TLS.":
    "starttls: TLS po powitaniu, a gdy serwer go nie oferuje, monitor nie działa. tls: TLS od początku. none: bez TLS.",
  Starttls: "STARTTLS",
  Tls: "TLS",
  "With TLS, 389 begins it by StartTLS and 636 speaks nothing else; on other ports it is done as the server wants it.":
    "Z TLS port 389 zaczyna od StartTLS, a 636 używa tylko TLS; na innych portach zależy to od serwera.",
  "The user to sign in as. Empty: anonymous.": "Kto się loguje; gdy puste, nikt.",
  Subprotocol: "Podprotokół",
  "Asked for; down when the server does not choose it.":
    "O niego pada prośba; gdy serwer go nie wybierze, monitor nie działa.",
  "Sent as a text message once the connection is open.":
    "Wysyłane jako wiadomość tekstowa po otwarciu połączenia.",
  "Has to be part of some message that comes, within the first 64 KB, else down.":
    "Musi być częścią którejś wiadomości w pierwszych 64 KB, inaczej monitor nie działa.",
  "https is gRPC over TLS, http without.": "https to gRPC przez TLS, http bez TLS.",
  Service: "Usługa",
  "Asked for by the standard health protocol; empty for the server as a whole. Up only while it is SERVING.":
    "Pytanie o nią zadaje standardowy protokół stanu; puste oznacza cały serwer. Działa tylko wtedy, gdy jest SERVING.",
  "Of an https address. on: the certificate has to be publicly trusted. ca: issued by an authority of your own. verify-none: encrypted, but anybody in between can listen.":
    "Dla adresu https. on: certyfikat musi być zaufany publicznie. ca: wydany przez własny urząd. verify-none: szyfrowane, ale każdy po drodze może podsłuchiwać.",
  On: "Włączone",
  "Verify-none": "Bez weryfikacji",
  Ca: "Własny urząd certyfikacji",
  "Docker container": "Kontener Docker",
  Endpoint: "Punkt końcowy",
  "The engine's API over http or https, such as https://docker.example.com:2376, or with an agent its socket, unix:///var/run/docker.sock. An engine that wants a client certificate can't be asked: put a proxy with a token in front of the engine, and send the token in a header.":
    "API silnika przez http lub https, np. https://docker.example.com:2376, albo z agentem jego gniazdo, unix:///var/run/docker.sock. Silnika, który wymaga certyfikatu klienta, nie da się odpytać: postaw przed nim proxy z tokenem i wysyłaj token w nagłówku.",
  Container: "Kontener",
  "Its name or its id.": "Jego nazwa lub identyfikator.",
  Heartbeat: "Sygnał życia",
  Schedule: "Harmonogram",
  "When a cron job runs, as in its crontab: 30 3 * * mon-fri, or @daily. It takes the place of the interval.":
    "Kiedy rusza zadanie cron, jak w crontabie: 30 3 * * mon-fri lub @daily. Zastępuje odstęp.",
  "Time zone": "Strefa czasowa",
  "The time zone of the schedule. Default: UTC.":
    "Według której strefy działa harmonogram; gdy pominięta: UTC.",
  "Grace seconds": "Tolerancja w sekundach",
  "How much later than the interval, or than its schedule, a heartbeat may come.":
    "O ile później, niż wynika z odstępu lub harmonogramu, może przyjść sygnał życia.",
  "Longest run in seconds": "Najdłuższe wykonanie w sekundach",
  "How long a started job may take. Default: until its next run is late.":
    "Ile może trwać zadanie, które zgłosiło początek; gdy pominięte: do spóźnienia następnego uruchomienia.",
  "Manual (set by people)": "Ręczny",
  Email: "E-mail",
  To: "Do",
  "Addresses with commas between them.": "Adresy rozdzielone przecinkami.",
  Subject: "Temat",
  "Replaces the title. You can use placeholders such as {{monitor_name}}, {{status}} and {{error_message}}.":
    "Zamiast tytułu. Znaczniki takie jak {{monitor_name}}, {{status}} i {{error_message}} są wypełniane.",
  "Replaces the default message. You can use placeholders such as {{monitor_name}}, {{status}} and {{error_message}}.":
    "Zamiast własnych słów wiadomości. Znaczniki takie jak {{monitor_name}}, {{status}} i {{error_message}} są wypełniane.",
  "Placeholders after the host are filled.": "Znaczniki po nazwie hosta są wypełniane.",
  "JSON. Placeholders are filled in and escaped; a placeholder used as a whole value becomes a number or a string.":
    "JSON. Znaczniki są wypełniane z zachowaniem składni; znacznik w miejscu wartości staje się liczbą lub tekstem.",
  "Signing secret": "Sekret podpisu",
  "Signs each request after Standard Webhooks: whsec_ and a key in base64, or any text.":
    "Podpisuje każde żądanie według Standard Webhooks: whsec_ i klucz w base64 albo dowolny tekst.",
  "Webhook URL": "URL webhooka",
  "Anyone with it can post there, so it is stored as a secret.":
    "Kto go zna, może tam pisać: jest przechowywany jako sekret.",
  Text: "Tekst",
  "Shown as the sender; empty for the webhook's own.":
    "Pokazywana jako nadawca; puste: własna nazwa webhooka.",
  "Avatar URL": "URL awatara",
  Content: "Treść",
  Summary: "Podsumowanie",
  "Bot token": "Token bota",
  "From @BotFather.": "Od @BotFather.",
  "Chat id": "Identyfikator czatu",
  "Server URL": "URL serwera",
  Topic: "Temat",
  "Anyone who knows it can read your alerts: choose one that is hard to guess.":
    "Kto go zna, może czytać: wybierz trudny do odgadnięcia.",
  "Access token": "Token dostępu",
  "For a topic that is protected.": "Dla chronionego tematu.",
  Priority: "Priorytet",
  "1 to 5; empty: 4 when something is down, else 3.": "Od 1 do 5; puste: 4, gdy coś nie działa, inaczej 3.",
  "Application token": "Token aplikacji",
  "User key": "Klucz użytkownika",
  "Of a user or of a group.": "Użytkownika lub grupy.",
  "-2 to 2. Empty: 1 when something is down, otherwise 0. With 2, Pushover repeats it every minute for an hour until someone confirms.":
    "Od -2 do 2; puste: 1, gdy coś nie działa, inaczej 0. Przy 2 wiadomość jest ponawiana co minutę przez godzinę, dopóki ktoś jej nie potwierdzi.",
  "Name of the monitor; in a digest, the number of monitors.":
    "Nazwa monitora; w wiadomości zbiorczej liczba monitorów.",
  "Names of all affected monitors.": "Nazwy wszystkich monitorów, których dotyczy.",
  "Number of affected monitors.": "Ilu monitorów dotyczy.",
  "up, degraded or down; in a digest, the worst.": "up, degraded lub down; w wiadomości zbiorczej najgorszy.",
  "The status before.": "Poprzedni stan.",
  "The check's message; in a digest, one line per monitor.":
    "Co wykazało sprawdzenie; w wiadomości zbiorczej wiersz na monitor.",
  "Type of the monitor, such as https; group for a digest.":
    "Typ monitora, np. https; w wiadomości zbiorczej group.",
  "Key of the monitor.": "Klucz monitora.",
  "Id of the monitor; empty for a digest.": "Identyfikator monitora; w wiadomości zbiorczej pusty.",
  "The checked address, without credentials.": "Co jest sprawdzane, bez danych logowania.",
  "When it happened, in UTC.": "Kiedy to się stało, w UTC.",
  "How long it has been failing, such as 2 h 5 min.": "Jak długo trwa awaria, np. 2 h 5 min.",
  "What happened, such as alert, recovery, reminder, agent_away or test.":
    "Co się stało, na przykład alert, recovery, reminder, agent_away lub test.",
  "Stays the same across retries.": "Ten sam przy każdej próbie wysłania wiadomości.",
  "trigger, acknowledge or resolve, as services for on-call duty call it.":
    "trigger, acknowledge lub resolve, jak nazywają to usługi dyżurów.",
  "status, certificate, action_failed, own_trouble or agent: what a later message resolves.":
    "status, certificate, action_failed, own_trouble lub agent: co odwołuje późniejsza wiadomość.",
  "critical, warning or info.": "critical, warning lub info.",
  "Colour of the message as #rrggbb.": "Kolor wiadomości jako #rrggbb.",
  "Host of the certificate.": "Host certyfikatu.",
  "When the certificate ends, in UTC.": "Kiedy certyfikat wygasa, w UTC.",
  "Whole days until the certificate ends.": "Pełne dni do wygaśnięcia certyfikatu.",
  "Name of the action.": "Nazwa akcji.",
  "Who acknowledged the failure.": "Kto potwierdził awarię.",
  "The note left with the acknowledgement.": "Co przy tym napisał.",
  "What happened, in a few words.": "Co się stało, w kilku słowach.",
  "What happened, in sentences.": "Co się stało, pełnymi zdaniami.",
  "Address of the monitor in the panel.": "Adres monitora w panelu.",
  "Name of the site.": "Nazwa strony.",
  "First failing check of the outage, in UTC.": "Pierwsze nieudane sprawdzenie awarii, w UTC.",
  "Name of the monitor, as visitors read it.": "Nazwa monitora widoczna dla odwiedzających.",
  "When the outage began, in UTC and the language of the wording.":
    "Początek awarii, w UTC i w języku tekstu.",
  "How long the outage had lasted when the text was posted, in the language of the wording.":
    "Jak długo trwała awaria w chwili publikacji, w języku tekstu.",
  "The check's message. Visitors will see it.": "Co wykazało sprawdzenie; przeczytają to odwiedzający.",
  "Down or up again, in the language of the wording.": "Nie działa lub znów działa, w języku tekstu.",
};
