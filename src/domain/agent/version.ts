const RELEASE = /^(\d+)\.(\d+)\.(\d+)/;

export function findVersionProblem(agent: string, service: string): string | null {
  const [its, own] = [partsOf(agent), partsOf(service)];
  if (!its || !own) return `The agent names no release: update it to ${service}.`;
  if (its[0] === own[0] && its[1] === own[1]) return null;
  const isOlder = its[0] < own[0] || (its[0] === own[0] && its[1] < own[1]);
  const works = `${own[0]}.${own[1]}.x`;
  return isOlder
    ? `Agent ${its.join(".")} is older than this service: update the agent to ${works}.`
    : `Agent ${its.join(".")} is newer than this service: update the service, or use an agent of ${works}.`;
}

function partsOf(text: string): [number, number, number] | null {
  const [, major, minor, patch] = RELEASE.exec(text) ?? [];
  return major === undefined ? null : [Number(major), Number(minor), Number(patch)];
}
