interface Person {
  email: string;
  name: string;
}

export function nameOf(person: Person | null | undefined, nobody = ""): string {
  return person ? person.name || person.email : nobody;
}
