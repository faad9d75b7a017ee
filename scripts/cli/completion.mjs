import { Refusal } from "./ask.mjs";
import { TAKES } from "./options.mjs";

const FLAGS = Object.fromEntries(
  Object.entries(TAKES).map(([command, { options }]) => [command, options.map((name) => `--${name}`)]),
);

const WORDS = { completion: ["bash", "zsh", "fish"], maintenance: ["start", "end"] };

/**
 * A script for the shell to load, which needs no call of the program at each key.
 *
 * @param {string} shell
 * @param {readonly string[]} services that `import` knows
 */
export function completionFor(shell, services) {
  const make = { bash, zsh, fish }[shell];
  if (!make) throw new Refusal("Name the shell: uptide completion bash, zsh or fish.");
  return make({ commands: Object.keys(FLAGS), services });
}

function bash({ commands, services }) {
  const cases = commands.map((name) => {
    const more = { import: services, ...WORDS }[name] ?? [];
    return `    ${name}) words="${[...more, ...FLAGS[name]].join(" ")}" ;;`;
  });
  return `_uptide() {
  local words="${commands.join(" ")} --help" current="\${COMP_WORDS[COMP_CWORD]}"
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
    -f|--file|--env-file|--secrets-dir) COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  [ "$COMP_CWORD" -gt 1 ] && case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  case "\${COMP_WORDS[1]}" in import|validate|diff|apply) COMPREPLY+=($(compgen -f -- "$current")) ;; esac
}
complete -o filenames -F _uptide uptide
`;
}

function zsh(known) {
  return `autoload -U +X bashcompinit && bashcompinit\n${bash(known)}`;
}

function fish({ commands, services }) {
  const first = `complete -c uptide -n "not __fish_seen_subcommand_from ${commands.join(" ")}" -f -a "${commands.join(" ")}"`;
  const flags = commands.flatMap((name) =>
    FLAGS[name].map(
      (flag) => `complete -c uptide -n "__fish_seen_subcommand_from ${name}" -l ${flag.slice(2)}`,
    ),
  );
  return [
    first,
    `complete -c uptide -n "__fish_seen_subcommand_from import" -a "${services.join(" ")}"`,
    ...Object.entries(WORDS).map(
      ([name, words]) =>
        `complete -c uptide -n "__fish_seen_subcommand_from ${name}" -f -a "${words.join(" ")}"`,
    ),
    ...flags,
    "",
  ].join("\n");
}
