import { useTranslation } from 'react-i18next';
import { SCHEDULE_TYPES } from './schedule-values.ts';

/** The name of a type of schedule; the server may know further ones. */
export function useTypeText(): (type: string) => string {
  const { t } = useTranslation('schedule');
  return (type) => {
    const known = SCHEDULE_TYPES.find((each) => each === type);
    return known ? t(`types.${known}`) : t('type_unknown');
  };
}
