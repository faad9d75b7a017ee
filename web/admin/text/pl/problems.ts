/** The most common of the server's errors. `{n}` stands for any number. */
export const PROBLEMS: Readonly<Record<string, string>> = {
  "Fill in this field.": "Wypełnij to pole.",
  "This is missing.": "Wypełnij to pole.",
  "Leave out line breaks and control characters.": "Usuń podziały wierszy i znaki sterujące.",
  "Use a whole number.": "Wpisz liczbę całkowitą.",
  "Use at most {n} characters.": "Wpisz najwyżej {n} znaków.",
  "Use at least {n} characters.": "Wpisz co najmniej {n} znaków.",
  "Use {n} to {n}.": "Wpisz liczbę od {n} do {n}.",
  "Use {n} to {n} seconds.": "Wpisz od {n} do {n} sekund.",
  "Use {n} to {n} minutes.": "Wpisz od {n} do {n} minut.",
  "Use {n} to {n} days.": "Wpisz od {n} do {n} dni.",
  "Use {n} to {n} ms.": "Wpisz od {n} do {n} ms.",
  "Use an email address, such as you@example.com.": "Wpisz adres e-mail, np. ty@example.com.",
  "Use an email address.": "Wpisz adres e-mail.",
  "Enter an http or https address.": "Wpisz adres http lub https.",
  "Use an http or https address, such as https://example.com/health.":
    "Wpisz adres http lub https, np. https://example.com/health.",
  "Use an https address, such as https://example.com/hook.":
    "Wpisz adres https, np. https://example.com/hook.",
  "Enter a host name or an IP address.": "Wpisz nazwę hosta lub adres IP.",
  "Use a host name or an IP address, without a scheme, port or path.":
    "Wpisz nazwę hosta lub adres IP, bez protokołu, portu i ścieżki.",
  "Use a hostname, such as status.example.com.": "Wpisz nazwę hosta, np. status.example.com.",
  "Enter a domain, such as example.com.": "Wpisz domenę, np. example.com.",
  "Use a domain such as example.com, without a scheme, port or path.":
    "Wpisz domenę, np. example.com, bez protokołu, portu i ścieżki.",
  "Use a status such as 200, or ranges such as 200-299,301.":
    "Wpisz kod, np. 200, lub zakresy, np. 200-299,301.",
  "Use the IANA name of a time zone, such as Europe/Warsaw.":
    "Wpisz nazwę strefy czasowej IANA, np. Europe/Warsaw.",
  "Use {n} to {n} lowercase letters, digits, - and _, the first a letter or digit.":
    "Wpisz od {n} do {n} małych liter, cyfr oraz znaków - i _; pierwsza musi być litera lub cyfra.",
  "Use a hex colour, rgb() or rgba().": "Wpisz kolor szesnastkowo albo jako rgb() lub rgba().",
  "Use a colour such as #22c55e.": "Wpisz kolor, np. #22c55e.",
  "Use a JPEG, PNG, GIF or WebP image.": "Wybierz obraz JPEG, PNG, GIF lub WebP.",
  "Enter the password.": "Wpisz hasło.",
  "Enter the code.": "Wpisz kod.",
  "Enter JSON.": "Wpisz JSON.",
  "Enter a time such as 22:00.": "Wpisz godzinę, np. 22:00.",
  "Enter a time such as 09:00.": "Wpisz godzinę, np. 09:00.",
  "Use an end after the start.": "Koniec musi być późniejszy niż początek.",
  "The end must be after the start.": "Koniec musi być późniejszy niż początek.",
  "The end must be in the future.": "Koniec musi być w przyszłości.",
  "Choose at least one.": "Wybierz co najmniej jedno.",
  "Choose at least one day.": "Wybierz co najmniej jeden dzień.",
  "Choose at least one person.": "Wybierz co najmniej jedną osobę.",
  "Choose at least one permission.": "Wybierz co najmniej jedno uprawnienie.",
  "Choose a monitor.": "Wybierz monitor.",
  "Choose a person.": "Wybierz osobę.",
  "Wrong password.": "Nieprawidłowe hasło.",
  "Wrong email address or password.": "Nieprawidłowy adres e-mail lub hasło.",
  "Choose a password other than the temporary one.": "Wybierz hasło inne niż tymczasowe.",
  "This code has already been used: wait for the next one.":
    "Ten kod został już użyty: poczekaj na następny.",
  "Your session ended or your account changed: sign in again.":
    "Sesja wygasła lub konto się zmieniło: zaloguj się ponownie.",
  "Someone else is changing this: try again.": "Ktoś inny właśnie to zmienia: spróbuj ponownie.",
  "The monitor is paused: resume it first.": "Monitor jest wstrzymany: najpierw go wznów.",
};
