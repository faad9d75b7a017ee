const UTF8_BIT = 0x04;
const TRADITIONAL: ReadonlySet<number> = new Set([0x0404, 0x0c04, 0x1404]);
const CHINESE = 0x04;

const LANGUAGES: ReadonlyMap<string, readonly number[]> = new Map([
  ["shift_jis", [0x11]],
  ["euc-kr", [0x12]],
  ["windows-874", [0x1e]],
  ["windows-1250", [0x05, 0x0e, 0x15, 0x18, 0x1a, 0x1b, 0x1c, 0x24]],
  ["windows-1251", [0x02, 0x19, 0x22, 0x23, 0x2f, 0x3f, 0x44]],
  ["windows-1253", [0x08]],
  ["windows-1254", [0x1f, 0x2c]],
  ["windows-1255", [0x0d]],
  ["windows-1256", [0x01, 0x20, 0x29]],
  ["windows-1257", [0x25, 0x26, 0x27]],
  ["windows-1258", [0x2a]],
]);

export function encodingOf(collation: Uint8Array | null): string {
  const [low = 0, high = 0, , flags = 0] = collation ?? [];
  if ((flags & UTF8_BIT) !== 0) return "utf-8";
  const language = low + (high & 0x03) * 256;
  if (language === CHINESE) return TRADITIONAL.has(low + high * 256) ? "big5" : "gbk";
  for (const [encoding, languages] of LANGUAGES) if (languages.includes(language)) return encoding;
  return "windows-1252";
}
