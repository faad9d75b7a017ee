const TAG_BYTES = 16;
const LENGTH_BYTES = 4;

/**
 * The STREAM construction: each frame is AES-256-GCM with its number and a last flag in the nonce, which
 * prevents dropping, moving, repeating and truncating. The key must not be used for any other stream.
 */
export interface FrameCipher {
  seal(plain: Uint8Array<ArrayBuffer>, place: FramePlace): Promise<Uint8Array<ArrayBuffer>>;
  open(sealed: Uint8Array<ArrayBuffer>, place: FramePlace): Promise<Uint8Array<ArrayBuffer> | null>;
}

export interface FramePlace {
  number: number;
  isLast: boolean;
}

/** `bound` is authenticated with every frame, such as the stream's header. */
export async function createFrameCipher(
  rawKey: Uint8Array<ArrayBuffer>,
  bound: Uint8Array<ArrayBuffer>,
): Promise<FrameCipher> {
  const key = await crypto.subtle.importKey("raw", rawKey, "AES-GCM", false, ["encrypt", "decrypt"]);
  const additionalData = await crypto.subtle.digest("SHA-256", bound);
  const algorithm = (place: FramePlace) => ({ name: "AES-GCM", iv: nonceOf(place), additionalData });
  return {
    async seal(plain, place) {
      const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm(place), key, plain));
      const frame = new Uint8Array(LENGTH_BYTES + sealed.length);
      new DataView(frame.buffer).setUint32(0, sealed.length);
      frame.set(sealed, LENGTH_BYTES);
      return frame;
    },
    async open(sealed, place) {
      try {
        return new Uint8Array(await crypto.subtle.decrypt(algorithm(place), key, sealed));
      } catch {
        return null;
      }
    },
  };
}

interface CutFrame {
  sealed: Uint8Array<ArrayBuffer>;
  end: number;
}

export function cutFrame(bytes: Uint8Array, from: number, mostBytes: number): CutFrame | "too long" | null {
  if (bytes.length - from < LENGTH_BYTES) return null;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(from);
  if (length < TAG_BYTES || length > mostBytes) return "too long";
  const start = from + LENGTH_BYTES;
  if (bytes.length - start < length) return null;
  return { sealed: new Uint8Array(bytes.subarray(start, start + length)), end: start + length };
}

function nonceOf({ number, isLast }: FramePlace): Uint8Array<ArrayBuffer> {
  const nonce = new Uint8Array(12);
  new DataView(nonce.buffer).setUint32(7, number);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}
