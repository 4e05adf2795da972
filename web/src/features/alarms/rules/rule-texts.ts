import { type AlarmKind, alarmKind } from '@belfry/schemas/domain/alarms';
import type { EffectiveAlarmRule } from '@belfry/schemas/http/alarms/rules';
import { useTranslation } from '../../../lib/translation.ts';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import type { Inherited, RuleField } from './rule-values.ts';

const MINUTE_S = 60;
const HOUR_S = 3_600;

/** Writes spans of time in the largest unit in which they are whole: 40 s, 15 min, 2 h. */
function useSpanText(): (seconds: number) => string {
  const { t } = useTranslation('alarm-rules');
  const locale = useLocale();
  return (seconds) => {
    if (seconds > 0 && seconds % HOUR_S === 0)
      return t('units.hours', { value: formatCount(seconds / HOUR_S, locale) });
    if (seconds > 0 && seconds % MINUTE_S === 0)
      return t('units.minutes', { value: formatCount(seconds / MINUTE_S, locale) });
    return t('units.seconds', { value: formatCount(seconds, locale) });
  };
}

export function useUnitText(): (kind: AlarmKind) => string {
  const { t } = useTranslation('alarm-rules');
  return (kind) => {
    const unit = alarmKind(kind).threshold?.unit;
    if (unit === undefined) return '';
    return unit === 'restarts' || unit === 'days' ? t(`units.${unit}`) : unit === 's' ? t('units.s') : unit;
  };
}

type NameOf = (person: number) => string;

/** Writes the value of a field, as `After 40 s`. */
export function useFieldText(nameOf: NameOf): (rule: Inherited, field: RuleField, kind: AlarmKind) => string {
  const { t } = useTranslation(['alarm-rules', 'alarms', 'teams']);
  const locale = useLocale();
  const span = useSpanText();
  const unitOf = useUnitText();
  const minutes = (value: number | null, none: string): string => (value === null ? none : span(value * MINUTE_S));
  const toldText = ({ roles, people }: EffectiveAlarmRule['tell']['value']): string =>
    [...roles.map((role) => t(`teams:roles.${role}`)), ...people.map(nameOf)].join(', ') || t('alarms:nobody');
  return (rule, field, kind) => {
    switch (field) {
      case 'enabled':
        return rule.enabled.value ? t('on') : t('off');
      case 'severity':
        return t(`alarms:severity.${rule.severity.value}`);
      case 'threshold':
        return rule.threshold.value === null
          ? t('no_threshold')
          : t('above', { value: formatCount(rule.threshold.value, locale), unit: unitOf(kind) });
      case 'delay_s':
        return rule.delay_s.value === 0 ? t('at_once') : span(rule.delay_s.value);
      case 'clear_after_s':
        return rule.clear_after_s.value === 0 ? t('at_once') : span(rule.clear_after_s.value);
      case 'rises_after_minutes':
        return minutes(rule.rises_after_minutes.value, t('never'));
      case 'tell':
        return toldText(rule.tell.value);
      case 'escalate_after_minutes':
        return minutes(rule.escalate_after_minutes.value, t('never'));
      default:
        return field satisfies never;
    }
  };
}
