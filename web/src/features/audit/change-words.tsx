import { ALARM_NAMES } from '@belfry/schemas/domain/alarm-names';
import { zoneCity } from '@belfry/schemas/domain/zone-cities';
import type { AuditEntry } from '@belfry/schemas/http/audit';
import type { ReactNode } from 'react';
import { useWithoutVariables } from '../../kit/receipt/index.ts';
import { formatLanguageOfCountry, formatPercent } from '../../lib/format.ts';
import { useLocale, useTexts } from '../../lib/i18n.ts';
import { instantOf, isLocalDate, useLocalTimes } from '../../lib/local-time.ts';
import { useTranslation } from '../../lib/translation.ts';
import { When } from '../../ui/when.tsx';
import { AUDIT_FIELDS, AUDIT_VALUES, isAuditField } from '../../lib/audit-fields.ts';

type Field = keyof typeof AUDIT_FIELDS;
type AlarmKind = keyof (typeof ALARM_NAMES)['en'];

const isAlarmKind = (value: string): value is AlarmKind => Object.hasOwn(ALARM_NAMES.en, value);
const wordOf = (value: string) => AUDIT_VALUES.find((each) => each === value);
const isTime = (value: string): boolean => isLocalDate(value) || /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value);
/** What the api writes in the place of a secret. */
const REMOVED = '(removed)';

function hasWords(field: Field, value: unknown): boolean {
  if (Array.isArray(value)) return value.every((each) => typeof each === 'string' && hasWords(field, each));
  if (typeof value === 'object') return value === null;
  if (typeof value !== 'string') return true;
  const kind = AUDIT_FIELDS[field];
  if (kind === 'time') return isTime(value);
  if (kind === 'word') return wordOf(value) !== undefined || isAlarmKind(value);
  return value !== REMOVED;
}

/** Whether a field and its values can be told in words; the others are for who has built it. */
export const isPlain = (field: string, values: readonly unknown[]): boolean =>
  isAuditField(field) && values.every((value) => hasWords(field, value));

/** The names of fields, and their values, in words. Times are by the clock of the place of the entry, or by that of the reader. */
export function useChangeWords({ time_zone: zone }: AuditEntry) {
  const { t } = useTranslation(['audit', 'commands']);
  const locale = useLocale();
  const alarmNames = useTexts(ALARM_NAMES);
  const written = useWithoutVariables();
  const { date, moment } = useLocalTimes();

  const timeOf = (value: string): ReactNode => {
    if (isLocalDate(value)) return date(value);
    if (/(Z|[+-]\d\d:\d\d)$/.test(value)) return <When at={value} zone={zone} />;
    // By the clock of the place; of several places where the entry has none.
    return zone === null ? (
      t('change.wall', { at: moment(value) })
    ) : (
      <When at={new Date(instantOf(value, zone)).toISOString()} zone={zone} />
    );
  };

  const textOf = (field: Field, value: string): ReactNode => {
    switch (AUDIT_FIELDS[field]) {
      case 'time':
        return timeOf(value);
      case 'word': {
        const word = wordOf(value);
        return word ? t(`value.${word}`) : isAlarmKind(value) ? alarmNames[value] : value;
      }
      case 'language':
        return formatLanguageOfCountry(value, locale);
      case 'zone':
        return zoneCity(value, locale);
      case 'command':
        return t(`commands:name.${value as 'reboot'}`, { defaultValue: value });
      case 'said':
        return written(value);
      default:
        return value;
    }
  };

  const valueOf = (name: string, value: unknown): ReactNode => {
    if (!isAuditField(name) || value === null || value === '') return '–';
    if (Array.isArray(value))
      return value.length === 0
        ? '–'
        : value.map((each: string, index) => (
            <span key={each}>
              {index > 0 && ', '}
              {textOf(name, each)}
            </span>
          ));
    if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no');
    if (typeof value === 'number')
      return AUDIT_FIELDS[name] === 'percent' ? formatPercent(value, locale) : value.toLocaleString(locale);
    return typeof value === 'string' ? textOf(name, value) : '–';
  };

  return { nameOf: (name: string): string => (isAuditField(name) ? t(`field.${name}`) : name), valueOf };
}
