import { AppError, invalid } from "../../../lib/errors.ts";
import { boundaryOf, readParts } from "../../../lib/multipart.ts";
import {
  type RestoreRequest,
  type RestoreState,
  restoreForm,
  restoreRequest,
} from "../../../schema/backup.ts";
import { dropFile, keepFile, restoreBackup, restoreFile } from "../../../service/backup/backup.ts";
import type { Context } from "../../../service/context.ts";
import { checkShape, mediaTypeOf, readJson } from "../../body.ts";
import type { Call } from "../../endpoint.ts";

const FORM = "multipart/form-data";
const MOST_TEXT_BYTES = 4096;
const NO_FILE = "Send the backup as the form's field `file`.";

export async function takeRestore({ context, request }: Call): Promise<RestoreState> {
  if (mediaTypeOf(request) === FORM) return await takeForm(context, request);
  const asked = checkShape(restoreRequest, await readJson(request)) as RestoreRequest;
  return await restoreBackup(context, asked);
}

async function takeForm(context: Context, request: Request): Promise<RestoreState> {
  const { file, texts } = await readForm(context, request);
  if (file === null) throw invalid(NO_FILE, [{ path: "file", message: NO_FILE }]);
  try {
    checkShape(restoreForm, { file, ...texts });
  } catch (error) {
    await dropFile(context, file);
    throw error;
  }
  return await restoreFile(context, { name: file, ...texts });
}

type Texts = Omit<RestoreRequest, "name">;

async function readForm(context: Context, request: Request): Promise<{ file: string | null; texts: Texts }> {
  const boundary = boundaryOf(request.headers.get("Content-Type") ?? "");
  if (!boundary || !request.body) throw invalid("The body is not a valid form.");
  let file: string | null = null;
  const texts: Texts = {};
  try {
    for await (const { name, bytes } of readParts(request.body.values({ preventCancel: true }), boundary)) {
      if (name === "file" && file === null) file = await keepFile(context, bytes);
      else if (name === "passphrase" || name === "currentPassword") texts[name] = await readText(bytes);
    }
  } catch (error) {
    if (file !== null) await dropFile(context, file);
    throw error instanceof SyntaxError ? invalid("The body is not a valid form.") : error;
  }
  return { file, texts };
}

async function readText(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of bytes) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MOST_TEXT_BYTES)
      throw new AppError("too_large", "The passphrase or the password is too long.");
  }
  return text + decoder.decode();
}
