/** Generates shell completion from the command tree: commands, options, choices, and files elsewhere. */
import type { Command } from '@commander-js/extra-typings'

export const SHELLS = ['bash', 'zsh', 'fish'] as const

interface Flag {
  readonly name: string
  readonly takesValue: boolean
  readonly choices: readonly string[]
  readonly description: string
}

interface Completed {
  /** `run`, `sample census`. */
  readonly path: string
  readonly description: string
  readonly flags: readonly Flag[]
  /** Subcommands, or choices of an argument. */
  readonly words: readonly string[]
}

export function completionScript(program: Command, shell: (typeof SHELLS)[number]): string {
  const commands = program.commands.flatMap((command) => completed(command as Command, ''))
  return { bash, zsh, fish }[shell](commands, readFlags(program))
}

function completed(command: Command, above: string): Completed[] {
  const path = above === '' ? command.name() : `${above} ${command.name()}`
  const entry: Completed = {
    path,
    description: command.description(),
    flags: [...readFlags(command), helpFlag],
    words: [
      ...command.commands.map((one) => one.name()),
      ...command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
    ],
  }
  return [entry, ...command.commands.flatMap((one) => completed(one as Command, path))]
}

const helpFlag: Flag = { name: '--help', takesValue: false, choices: [], description: 'display help for command' }

function readFlags(command: Command): Flag[] {
  return command.options.flatMap(({ long, required, optional, argChoices = [], description }) =>
    long ? [{ name: long, takesValue: required || optional, choices: argChoices, description }] : [],
  )
}

const topLevel = (commands: readonly Completed[]) => commands.filter(({ path }) => !path.includes(' '))

/** Finds the longest command path by looking at each word once. */
function bash(commands: readonly Completed[], top: readonly Flag[]): string {
  const valued = commands.flatMap(({ path, flags }) =>
    flags.filter((flag) => flag.takesValue).map((flag) => ({ path, flag })),
  )
  return `# bash completion for halftone: source <(halftone completion bash)
_halftone() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" path="" word try
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    try="\${path:+$path }$word"
    case "$try" in
      ${commands.map(({ path }) => `"${path}"`).join('|')}) path="$try" ;;
    esac
  done
  case "$path $prev" in
${valued
  .map(({ path, flag }) => `    "${path} ${flag.name}") ${flag.choices.length > 0 ? reply(flag.choices) : files} ;;`)
  .join('\n')}
  esac
  if [[ "$cur" == -* ]]; then
    case "$path" in
      "") ${reply([...top, helpFlag].map(({ name }) => name))} ;;
${commands.map(({ path, flags }) => `      "${path}") ${reply(flags.map(({ name }) => name))} ;;`).join('\n')}
    esac
  fi
  case "$path" in
    "") ${reply(topLevel(commands).map(({ path }) => path))} ;;
${commands
  .filter(({ words }) => words.length > 0)
  .map(({ path, words }) => `    "${path}") ${reply(words)} ;;`)
  .join('\n')}
  esac
  ${files}
}
complete -o filenames -o bashdefault -F _halftone halftone
`
}

const files = `COMPREPLY=($(compgen -f -- "$cur")); return`
const reply = (words: readonly string[]) => `COMPREPLY=($(compgen -W "${words.join(' ')}" -- "$cur")); return`

function zsh(commands: readonly Completed[], top: readonly Flag[]): string {
  const flagLine = ({ name, takesValue, choices, description }: Flag) =>
    `'${name}${takesValue ? '=' : ''}[${zshText(description)}]${takesValue ? `:value:${choices.length > 0 ? `(${choices.join(' ')})` : '_files'}` : ''}'`
  const rest = ({ words }: Completed) => (words.length > 0 ? `'1:word:(${words.join(' ')})'` : `'*:file:_files'`)
  return (
    `#compdef halftone
# zsh completion for halftone: halftone completion zsh > "\${fpath[1]}/_halftone"
_halftone() {
  # "path" is zsh's own name for the PATH.
  local command="" try
  # Each word of a command is taken away, so that what follows counts from it.
  while (( CURRENT > 2 )); do
    try="\${command:+$command }\${words[2]}"
    case "$try" in
      ${commands.map(({ path }) => `"${path}"`).join('|')}) command="$try"; shift words; (( CURRENT-- )) ;;
      *) break ;;
    esac
  done
  local -a commands
  commands=(
${topLevel(commands)
  .map(({ path, description }) => `    '${path}:${zshText(description)}'`)
  .join('\n')}
  )
  case "$command" in
    "") if [[ "\${words[CURRENT]}" == -* ]]; then _arguments ${[...top, helpFlag].map(flagLine).join(' ')}; else ` +
    `_describe command commands; fi ;;
${commands
  .map((one) => `    "${one.path}") _arguments ` + `${[...one.flags.map(flagLine), rest(one)].join(' ')} ;;`)
  .join('\n')}
  esac
}
if [ "$funcstack[1]" = "_halftone" ]; then _halftone "$@"; else compdef _halftone halftone; fi
`
  )
}

function zshText(text: string): string {
  return text.replace(/[[\]:\\]/g, '\\$&').replaceAll("'", "'\\''")
}

function fish(commands: readonly Completed[], top: readonly Flag[]): string {
  const line = (condition: string, what: string) => `complete -c halftone -n '${condition}' ${what}`
  const flagWords = ({ name, takesValue, choices, description }: Flag) =>
    `-l ${name.slice(2)}${takesValue ? ' -r' : ''}${choices.length > 0 ? ` -f -a '${choices.join(' ')}'` : ''} -d ` +
    `'${fishText(description)}'`
  const seen = (path: string) =>
    path
      .split(' ')
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and ')
  return [
    '# fish completion for halftone: halftone completion fish > ~/.config/fish/completions/halftone.fish',
    ...top.map((flag) => line('__fish_use_subcommand', flagWords(flag))),
    ...topLevel(commands).map(({ path, description }) =>
      line('__fish_use_subcommand', `-f -a ${path} -d '${fishText(description)}'`),
    ),
    ...commands.flatMap(({ path, flags, words }) => [
      ...(words.length > 0 ? [line(seen(path), `-f -a '${words.join(' ')}'`)] : []),
      ...flags.map((flag) => line(seen(path), flagWords(flag))),
    ]),
    '',
  ].join('\n')
}

function fishText(text: string): string {
  return text.replace(/[\\']/g, '\\$&')
}
