import { getAt } from "../lib/at_path.ts";
import type { Config, SecretPath } from "../lib/config.ts";
import type { CheckStatus } from "../schema/check_status.ts";
import { type FlowConfig, type FlowStep, filledFlowConfig, flowConfig } from "../schema/flow_config.ts";
import { formatUrl } from "./address.ts";
import { checkType, type Finding, type Probe } from "./check_type.ts";
import { CheckFault, faultMessage, OwnFault } from "./fault.ts";
import { captureValue, looksSecret } from "./flow/captured_value.ts";
import { fillRequest } from "./flow/filled_request.ts";
import { findStoredStep } from "./flow/stored_step.ts";
import { checkRequest } from "./http/checked_request.ts";
import { type CookieJar, discardBody, makeCookieJar } from "./http/request.ts";
import { findRequestSecrets, REQUEST_SPOTS, requestDestination } from "./https.ts";
import { invert } from "./invert.ts";

export const flow = checkType({
  type: "flow",
  label: "Request flow",
  pageLabel: "Flow",
  hasResponseTime: true,
  config: flowConfig,
  filled: filledFlowConfig,
  findSecrets: (config) =>
    requestsOf(config).flatMap(([at, request]) =>
      findRequestSecrets(request).map((path): SecretPath => ["steps", at, "request", ...path]),
    ),
  vaultSpots: REQUEST_SPOTS.map((spot) => ({ ...spot, at: ["steps", "*", "request", ...spot.at] })),
  addressOf: (config) => formatUrl(getAt(config, ["steps", "0", "request", "url"])),
  destinationOf: (config, [, at] = []) =>
    JSON.stringify(
      requestsOf(config)
        .filter(([other]) => at === undefined || other === at)
        .map(([, request]) => requestDestination(request)),
    ),
  storedPathOf: ([list = "", at = "", ...rest], configs) => [list, findStoredStep(at, configs), ...rest],
  run: runFlow,
});

function requestsOf(config: Config): [string, Config][] {
  const steps = config["steps"];
  if (!Array.isArray(steps)) return [];
  return steps.map((step: unknown, at) => [String(at), (getAt(step, ["request"]) ?? {}) as Config]);
}

interface StepResult {
  finding: Finding;
  captured: Record<string, string>;
}

async function runFlow(probe: Probe<FlowConfig>): Promise<Finding> {
  const jar = makeCookieJar(probe.now);
  const startedAt = probe.now();
  const values: Record<string, string> = {};
  const failures: string[] = [];
  let status: CheckStatus = "up";
  let body: Finding["body"];
  for (const [at, step] of probe.config.steps.entries()) {
    const place = `Step ${at + 1}${step.name === "" ? "" : ` "${step.name}"`}: `;
    const { finding, captured } = await runStep(probe, { step, at, place, values, jar });
    Object.assign(values, captured);
    if (finding.status === "up") continue;
    failures.push(`${place}${finding.message}`);
    body ??= finding.body;
    status = finding.status;
    if (status === "down") break;
  }
  const ms = probe.now() - startedAt;
  const count = probe.config.steps.length;
  const passed = `${count === 1 ? "The step" : `All ${count} steps`} passed in ${ms} ms.`;
  return {
    status,
    responseMs: status === "down" ? null : ms,
    message: failures.length > 0 ? failures.join(" ") : passed,
    facts: { steps: probe.steps.list.map(toResult) },
    ...(body && { body }),
  };
}

function toResult({ label, status, durationMs, detail }: Probe["steps"]["list"][number]) {
  return { name: label, status, ms: durationMs, ...(status !== "up" && { error: detail }) };
}

interface StepRun {
  step: FlowStep;
  at: number;
  place: string;
  values: Readonly<Record<string, string>>;
  jar: CookieJar;
}

async function runStep(
  probe: Probe<FlowConfig>,
  { step, at, place, values, jar }: StepRun,
): Promise<StepResult> {
  const startedAt = probe.now();
  const steps = probe.steps.nest(place);
  const isInverted = step.request.invert ?? false;
  const { finding, captured } = await sendStep({ ...probe, steps }, { step, values, jar }).catch(
    (error: unknown) => ({ finding: toFailed(error, { place, isInverted }), captured: {} }),
  );
  const turned = isInverted ? invert(finding, steps) : finding;
  const names = Object.keys(captured);
  const suffix = names.length === 0 ? "" : ` Captured ${names.join(", ")}.`;
  probe.steps.add({
    label: step.name === "" ? `Step ${at + 1}` : step.name,
    status: turned.status,
    detail: `${turned.message}${suffix}`,
    durationMs: probe.now() - startedAt,
  });
  return { finding: turned, captured };
}

function toFailed(error: unknown, { place, isInverted }: { place: string; isInverted: boolean }): Finding {
  if (error instanceof OwnFault) throw new OwnFault(`${place}${error.message}`, { cause: error });
  const message = faultMessage(error);
  const isNotAllowed = error instanceof CheckFault && error.kind === "not_allowed";
  if (message === null || (isInverted && isNotAllowed)) throw error;
  return { status: "down", responseMs: null, message };
}

async function sendStep(
  probe: Probe<FlowConfig>,
  { step, values, jar }: Pick<StepRun, "step" | "values" | "jar">,
): Promise<StepResult> {
  const config = fillRequest(step.request, values);
  const captures = Object.entries(step.capture);
  const { finding, ...reply } = await checkRequest(
    { ...probe, config },
    {
      jar,
      needsText: captures.some(([, { from }]) => from === "regex"),
      needsJson: captures.some(([, { from }]) => from === "json"),
    },
  );
  discardBody(reply.response);
  const captured: Record<string, string> = {};
  if (finding.status === "down") return { finding, captured };
  for (const [name, capture] of captures) {
    const value = captureValue(name, capture, { ...reply, jar });
    if (looksSecret(name, capture, value)) probe.steps.hide(value);
    captured[name] = value;
  }
  return { finding, captured };
}
