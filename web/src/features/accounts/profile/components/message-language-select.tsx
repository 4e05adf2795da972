import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { languageTexts } from '../../../../lib/lookups/lookup-search.ts';
import { useAccountLanguages } from '../../../../api/lookups/use-lookups.ts';
import { SearchSelect } from '../../../../ui/pickers/search-select.tsx';

/** The language of emails and SMS. */
export function MessageLanguageSelect({ value, onChange }: { value: string; onChange: (lang: string) => void }) {
  const { t } = useTranslation('profile');
  const { list } = useAccountLanguages();
  const data = useMemo(() => {
    const entries = list.map(({ code, name }) => ({ value: code, label: name }));
    return entries.some((entry) => entry.value === value) ? entries : [{ value, label: value }, ...entries];
  }, [list, value]);
  return (
    <SearchSelect
      label={t('fields.lang')}
      data={data}
      textsOf={(entry) => languageTexts(entry.value, entry.label)}
      value={value}
      onChange={onChange}
    />
  );
}
