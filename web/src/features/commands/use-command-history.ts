import type { Serial } from '@belfry/schemas/domain/serial';
import { currentCommand } from './command-log.ts';
import { useGetCommandHistoryQuery } from './commands-api.ts';

/** The last commands of a device, live, and the one that it is executing. */
export function useCommandHistory(serial: Serial) {
  const history = useGetCommandHistoryQuery(serial);
  const log = history.data ?? [];
  return { ...history, log, current: currentCommand(log) };
}
