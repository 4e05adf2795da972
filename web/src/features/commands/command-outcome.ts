import type { TFunction } from 'i18next';
import {
  commandErrorTypeSchema,
  INVALID_RESPONSE,
  type CommandAnswer,
  type CommandErrorType,
} from '@belfry/schemas/http/commands/commands';
import type { BroadcastCommand } from '@belfry/schemas/mqtt/commands';
import { isApiError } from '../../lib/api/api-error.ts';
import { formatTenth } from '../../lib/format.ts';

/** The text and tone of a banner about a settled command. An offline device is not an error of the user: neutral. */
export type Outcome = { tone: 'success' | 'error' | 'neutral' | 'warning'; text: string };

type T = TFunction<'commands'>;
const TONES: Record<CommandErrorType, Outcome['tone']> = {
  device_offline: 'neutral',
  device_not_found: 'error',
  command_timeout: 'warning',
  websocket_unavailable: 'error',
};

function refusal(errorType: CommandErrorType, action: BroadcastCommand, t: T): string {
  return errorType === 'command_timeout' ? t(`errors.command_timeout.${action}`) : t(`errors.${errorType}`, { action });
}

/** The outcome by error type, otherwise with the error text of the device or the server; see CMD-12. */
export function outcomeOfAnswer(answer: CommandAnswer, action: BroadcastCommand, t: T, locale: string): Outcome {
  if (answer.success) {
    const seconds = (answer.result?.executionTime ?? 0) / 1_000;
    return {
      tone: 'success',
      text: t('device.succeeded', { command: t(`name.${action}`), time: `${formatTenth(seconds, locale)} s` }),
    };
  }
  const known = commandErrorTypeSchema.safeParse(answer.errorType);
  if (known.success) return { tone: TONES[known.data], text: refusal(known.data, action, t) };
  if (answer.errorType === INVALID_RESPONSE.error_type) return { tone: 'error', text: t('errors.invalid_response') };
  return { tone: 'error', text: answer.error || answer.message || t('errors.other', { action }) };
}

/** The outcome of a call that failed without an answer about the command. */
export function outcomeOfFailure(error: unknown, action: BroadcastCommand, t: T): Outcome {
  if (!isApiError(error)) return { tone: 'error', text: t('errors.other', { action }) };
  if (error.status === 0) {
    // The message of the transport may already have this prefix.
    const message = error.message.replace(/^Network error:\s*/, '');
    return { tone: 'error', text: t('errors.network', { message }) };
  }
  return { tone: 'error', text: error.message || t('errors.other', { action }) };
}
