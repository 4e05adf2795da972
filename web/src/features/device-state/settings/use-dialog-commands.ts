import { useCallback, useState } from 'react';
import { type TFunction, useTranslation } from '../../../lib/translation.ts';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { Command, CommandParams, CommandResult } from '@belfry/schemas/mqtt/commands';
import { isApiError, type ApiError } from '../../../lib/api/api-error.ts';
import { useExpiringState } from '../../../lib/timers.ts';
import { useRunCommand, type CommandEnd } from '../../commands/index.ts';
import { ERROR_MS, SUCCESS_MS } from './timings.ts';

type T = TFunction<['device-settings', 'commands']>;
type ResultText = { ok: boolean; text: string };
const checksText = (passed: readonly boolean[], t: T): ResultText => {
  const failed = passed.filter((ok) => !ok).length;
  const count = passed.length;
  return failed === 0
    ? { ok: true, text: t('result.checks_passed', { count }) }
    : { ok: false, text: t('result.checks_failed', { failed, count }) };
};
const TEXTS: { [C in Command]?: (result: CommandResult<C>, t: T) => ResultText } = {
  system_diagnostics: ({ checks }, t) =>
    checksText(
      checks.filter(({ tested }) => tested !== false).map(({ ok }) => ok),
      t,
    ),
  check_services: ({ services }, t) =>
    checksText(
      services.map(({ state }) => state === 'running'),
      t,
    ),
  contact_support: ({ ticket }, t) => ({ ok: true, text: t('info.ticket', { ticket }) }),
  wifi_scan: ({ networks }, t) => ({ ok: true, text: t('result.networks', { count: networks.length }) }),
};
/** The text of a result; null where a command has no more to say than that it is done. */
function resultText<C extends Command>(command: C, result: CommandResult<C>, t: T): ResultText | null {
  return TEXTS[command]?.(result, t) ?? null;
}

type Outcome = { tone: 'success' | 'warning' | 'error'; text: string };
type Results = { [C in Command]?: CommandResult<C> };
export type DialogCommands = ReturnType<typeof useDialogCommands>;

/** The commands of the tabs besides the players: one at a time, with its outcome and the last results; see SET-14. */
export function useDialogCommands(serial: Serial) {
  const { t } = useTranslation(['device-settings', 'commands']);
  const run = useRunCommand(serial);
  const [running, setRunning] = useState<Command | null>(null);
  const [outcome, show, clear] = useExpiringState<Outcome>();
  const [results, setResults] = useState<Results>({});

  const runAndKeep = useCallback(
    async <C extends Command>(command: C, params: CommandParams<C>, background: boolean): Promise<CommandEnd<C>> => {
      const end = await run(command, params, { background });
      if (end.kind === 'succeeded') setResults((all) => ({ ...all, [command]: end.result }));
      return end;
    },
    [run],
  );
  /** Requests the contents of the tab; it is not a command of the person. */
  const readInfo = useCallback(() => runAndKeep('system_info', {}, true), [runAndKeep]);

  const outcomeOf = (command: Command, end: CommandEnd): Outcome => {
    const name = t(`commands:name.${command}`);
    if (end.kind === 'succeeded') {
      const result = resultText(command, end.result, t);
      if (result) return { tone: result.ok ? 'success' : 'error', text: `${name}: ${result.text}` };
      return { tone: 'success', text: t('command.done', { command: name }) };
    }
    if (end.kind === 'unanswered') return { tone: 'warning', text: t('command.unanswered', { command: name }) };
    if (end.kind === 'failed') return { tone: 'error', text: end.error || t('command.failed', { command: name }) };
    if (!isApiError(end.error)) return { tone: 'error', text: t('command.failed', { command: name }) };
    if (end.error.status === 404) return { tone: 'error', text: t('problem.missing.save') };
    const problem = problemOf(end.error);
    return { tone: 'error', text: problem === 'configuration' ? end.error.message : t(`problem.${problem}.text`) };
  };

  const execute = async <C extends Command>(command: C, params: CommandParams<C>): Promise<CommandEnd<C>> => {
    clear();
    setRunning(command);
    const end = await runAndKeep(command, params, false);
    setRunning(null);
    const result = outcomeOf(command, end);
    show(result, result.tone === 'success' ? SUCCESS_MS : ERROR_MS);
    return end;
  };
  return { execute, readInfo, running, outcome, clear, results };
}

/** What went wrong with a call of the dialog; each has a heading of its own; see SET-4. */
type Problem = 'cors' | 'server' | 'timeout' | 'network' | 'configuration';

export function problemOf({ status, code, message, body = '' }: ApiError): Problem {
  if (code === 'timeout') return 'timeout';
  if (status === 0) return /cors|cross-origin/i.test(`${message} ${body}`) ? 'cors' : 'network';
  return status >= 500 ? 'server' : 'configuration';
}

/** The connection to the API is at fault, so that the tip about the defaults is shown. */
export const isUnreachable = ({ status, code }: ApiError): boolean =>
  (status === 0 && code !== 'timeout') || status === 502;
