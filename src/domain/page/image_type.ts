export interface ImageType {
  extension: "jpg" | "png" | "gif" | "webp";
  mediaType: string;
}

const TYPES: readonly (ImageType & { begins: readonly (number | null)[] })[] = [
  { extension: "jpg", mediaType: "image/jpeg", begins: [0xff, 0xd8, 0xff] },
  { extension: "png", mediaType: "image/png", begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { extension: "gif", mediaType: "image/gif", begins: [...letters("GIF8"), null, ...letters("a")] },
  {
    extension: "webp",
    mediaType: "image/webp",
    begins: [...letters("RIFF"), null, null, null, null, ...letters("WEBP")],
  },
];

/** Judged by content, not by name or header. */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  const found = TYPES.find(
    ({ begins }) =>
      bytes.length > begins.length && begins.every((byte, i) => byte === null || bytes[i] === byte),
  );
  return found ? { extension: found.extension, mediaType: found.mediaType } : null;
}

export function imageTypeNamed(name: string): ImageType | null {
  return TYPES.find(({ extension }) => name.endsWith(`.${extension}`)) ?? null;
}

function letters(text: string): number[] {
  return [...text].map((letter) => letter.charCodeAt(0));
}
