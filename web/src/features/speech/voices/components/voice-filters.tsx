import { BLOCK_FILTER, SAMPLE_FILTER, VOICE_SORTS } from '@belfry/schemas/http/speech/voices';
import { useTranslation } from 'react-i18next';
import { formatLanguage } from '../../../../lib/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { FilterBar, FilterSelect } from '../../../../ui/filters/filter-bar.tsx';
import { SearchSelect } from '../../../../ui/pickers/search-select.tsx';
import { languageTexts } from '../../../../lib/lookup-search.ts';
import {
  ALL_LANGUAGES,
  countFilters,
  GENDER_FILTER,
  TYPE_FILTER,
  type VoiceFilters as Filters,
} from '../catalogue/voice-filters.ts';
import { useGetCatalogueLanguagesQuery } from '../voices-api.ts';
import classes from './voice-filters.module.css';

type Props = { filters: Filters; onChange: (change: Partial<Filters>) => void };

/** Search over name, language and code, filters by language, sample, block, type and gender, and the order. */
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
      active={countFilters(filters)}
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
      <FilterSelect
        label={t('filters.sample')}
        choices={SAMPLE_FILTER}
        value={filters.sample}
        labelOf={(sample) => t(sample === 'all' ? 'filters.any' : `filters.${sample}`)}
        onChange={(sample) => onChange({ sample })}
      />
      <FilterSelect
        label={t('filters.blocked')}
        choices={BLOCK_FILTER}
        value={filters.blocked}
        labelOf={(blocked) => t(blocked === 'all' ? 'filters.any' : `filters.${blocked}`)}
        onChange={(blocked) => onChange({ blocked })}
      />
      <FilterSelect
        label={t('filters.type')}
        choices={TYPE_FILTER}
        value={filters.voice_type}
        labelOf={(type) => (type === 'all' ? t('filters.any') : t(`type.${type}`))}
        onChange={(voice_type) => onChange({ voice_type })}
      />
      <FilterSelect
        label={t('filters.gender')}
        choices={GENDER_FILTER}
        value={filters.gender}
        labelOf={(gender) => (gender === 'all' ? t('filters.any') : t(`gender.${gender}`))}
        onChange={(gender) => onChange({ gender })}
      />
      <FilterSelect
        label={t('sort.label')}
        choices={VOICE_SORTS}
        value={filters.sort}
        labelOf={(sort) => t(`sort.${sort}`)}
        onChange={(sort) => onChange({ sort })}
      />
    </FilterBar>
  );
}
