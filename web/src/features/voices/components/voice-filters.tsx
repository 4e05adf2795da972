import { useTranslation } from 'react-i18next';
import { formatLanguage } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { FilterBar } from '../../../ui/filters/filter-bar.tsx';
import { SearchSelect } from '../../../ui/pickers/search-select.tsx';
import { languageTexts } from '../../../lib/lookups/lookup-search.ts';
import { ALL_LANGUAGES, type VoiceFilters as Filters } from '../voice-filters.ts';
import { useGetCatalogueLanguagesQuery } from '../voices-api.ts';
import classes from './voice-filters.module.css';

type Props = { filters: Filters; onChange: (change: Partial<Filters>) => void };

/** Search over name, language and code, and a filter by language. */
export function VoiceFilters({ filters, onChange }: Props) {
  const { t } = useTranslation('voices');
  const locale = useLocale();
  const { data: languages = [] } = useGetCatalogueLanguagesQuery(locale);
  const choices = languages.map(({ code, name }) => ({ value: code, label: name }));
  const known = filters.language === ALL_LANGUAGES || languages.some(({ code }) => code === filters.language);
  // The present language is a choice even while the list is loaded, or where it is no longer in it.
  if (!known) choices.push({ value: filters.language, label: formatLanguage(filters.language, locale) });
  return (
    <FilterBar
      className={classes.bar}
      label={t('filters.label')}
      search={{
        label: t('filters.search'),
        placeholder: t('filters.search_hint'),
        value: filters.q,
        onChange: (q) => onChange({ q }),
      }}
    >
      <SearchSelect
        label={t('filters.language')}
        value={filters.language}
        onChange={(language) => onChange({ language })}
        textsOf={({ value, label }) => (value === ALL_LANGUAGES ? { name: label } : languageTexts(value, label))}
        data={[{ value: ALL_LANGUAGES, label: t('filters.all') }, ...choices]}
      />
    </FilterBar>
  );
}
