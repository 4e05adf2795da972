import { useTranslation } from 'react-i18next';
import type { MessageValues, Variant } from './message-values.ts';

/** The names of the fields of a message and their values as texts, for conflicting changes. */
export function useConflictTexts() {
  const { t } = useTranslation('library');
  const labels: Record<keyof MessageValues, string> = {
    name: t('name'),
    variants: t('messages.text'),
    fallback_language: t('messages.fallback'),
    chime: t('messages.chime'),
    repeat: t('messages.repeat'),
    pause_ms: t('messages.pause'),
    emergency: t('messages.emergency_switch'),
  };
  const textOf = (field: keyof MessageValues, value: unknown): string | boolean => {
    if (field === 'variants')
      return (value as readonly Variant[]).map(({ language, text }) => `${language}: ${text}`).join(' · ');
    if (field === 'chime') return t(`chimes.${value as MessageValues['chime']}`);
    if (field === 'pause_ms') return String(Number(value) / 1_000);
    return typeof value === 'boolean' ? value : String(value);
  };
  return { labels, textOf };
}
