import { reasonOf, type ReasonCode } from '@belfry/schemas/domain/reasons';
import type { DryRunReason } from '@belfry/schemas/http/schedules/dry-run';
import { useTranslation } from './translation.ts';
import type reasons from '../locales/en/reasons.json';

export type Reason<R extends string | null = string | null> = {
  reason: R;
  reason_code: ReasonCode | DryRunReason | null;
  reason_params: Record<string, string>;
};
type Params = {
  name?: string;

  language?: string;
  status?: string;
  seconds?: string;
  error?: string;
  number?: string;
};
type Translate = (key: `reasons:${keyof typeof reasons}`, params: Params) => string;

/** The text itself names what interrupted an announcement. */
function keyOf({ reason_params: { priority } }: Reason, code: ReasonCode | DryRunReason): keyof typeof reasons {
  if (code === 'interrupted_by' && (priority === 'emergency' || priority === 'say_now')) return `${code}_${priority}`;
  return code;
}

/** A reason in the language of the reader; one without a code, of another firmware, as it was reported. */
export function describeReason<R extends string | null>(reason: Reason<R>, t: Translate): R {
  const { reason: text, reason_code: code, reason_params } = reason;
  return text === null || code === null ? text : (t(`reasons:${keyOf(reason, code)}`, reason_params) as R);
}

export function useReason(): <R extends string | null>(reason: Reason<R>) => R {
  const { t } = useTranslation(['common', 'reasons']);
  return (reason) => describeReason(reason, t);
}

/** For texts of the server that have no code beside them, as the problem of a schedule. */
export function useReasonText(): (text: string) => string {
  const describe = useReason();
  return (reason) => describe({ reason, ...reasonOf(reason) });
}

/**
 * Why a connection does not work, from the English text that the server has; what only technicians understand is left out, and stands under Technical or
 * under the pointer (`title`).
 */
export function useLinkReason(): (text: string) => string {
  const { t } = useTranslation(['common', 'reasons']);
  return (text) => {
    const reason = reasonOf(text);
    return reason.reason_code === null ? t('reasons:link_other') : describeReason({ reason: text, ...reason }, t);
  };
}
