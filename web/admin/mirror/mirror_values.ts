import { PRESETS } from "../../../src/domain/mirror/provider.ts";
import type { MirrorResponse, Provider } from "../../../src/schema/mirror.ts";
import { type Edited, readTimeout } from "../../lib/edit.ts";
import type { Form } from "../../lib/form.ts";
import type { NumberText } from "../../ui/number_text.ts";
import { getMirror } from "../api/mirror.ts";
import { text } from "../text/mirror.ts";

export type MirrorValues = Omit<MirrorResponse, "version" | "status" | "pushes" | "intervalSecs"> & {
  intervalSecs: NumberText;
};

export type MirrorForm = Form<MirrorValues>;

export const PROVIDER_OPTIONS = Object.entries(PRESETS).map(([value, { label }]) => {
  return { value: value as Provider, label };
});

export function valuesOf(stored: MirrorResponse): MirrorValues {
  const { enabled, provider, bucket, region, endpoint, intervalSecs, accessKeyId } = stored;
  const { secretAccessKey, banner } = stored;
  return {
    enabled,
    provider,
    bucket,
    region,
    endpoint,
    intervalSecs,
    accessKeyId,
    secretAccessKey,
    banner,
  };
}

export function editOf(stored: MirrorResponse): Edited<MirrorValues, MirrorResponse> {
  const { enabled, provider, bucket, region, endpoint, accessKeyId, secretAccessKey, banner } = text;
  return {
    stored,
    read: async () => await getMirror(readTimeout()),
    toValues: valuesOf,
    labels: {
      enabled,
      provider,
      bucket,
      region,
      endpoint,
      accessKeyId,
      secretAccessKey,
      banner,
      intervalSecs: text.every,
    },
    describe: { provider: (one: Provider) => PRESETS[one].label },
  };
}

export function chooseProvider(form: MirrorForm, provider: Provider): void {
  const { region } = PRESETS[provider];
  form.set("provider")(provider);
  form.set("region")(region);
  form.set("endpoint")(endpointFor(provider, region));
}

export function chooseRegion(form: MirrorForm, region: string): void {
  const { provider, endpoint, region: before } = form.values;
  if (endpoint === endpointFor(provider, before)) form.set("endpoint")(endpointFor(provider, region));
  form.set("region")(region);
}

function endpointFor(provider: Provider, region: string): string {
  const host = provider === "aws" ? undefined : PRESETS[provider].hostOf?.(region);
  return host === undefined || region === "" ? "" : `https://${host}`;
}

/** A push only writes. Reading is for the file that shows whether the bucket keeps packed files. */
export function writePolicy(bucket: string): string {
  const root = `arn:aws:s3:::${bucket || "BUCKET"}`;
  const Statement = [
    { Effect: "Allow", Action: ["s3:PutObject", "s3:DeleteObject"], Resource: `${root}/*` },
    { Effect: "Allow", Action: "s3:GetObject", Resource: `${root}/.bsp-access-check` },
  ];
  return JSON.stringify({ Version: "2012-10-17", Statement }, null, 2);
}
