import type { TFunction } from 'i18next';
import type { Command, CommandResult } from '@belfry/schemas/mqtt/commands';

type T = TFunction<['device-settings', 'commands']>;
/** What the banner says about a result, and whether it is good news. */
export type ResultText = { ok: boolean; text: string };

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
export function resultText<C extends Command>(command: C, result: CommandResult<C>, t: T): ResultText | null {
  return TEXTS[command]?.(result, t) ?? null;
}
