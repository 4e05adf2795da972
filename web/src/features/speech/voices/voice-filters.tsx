import {
  BLOCK_FILTER,
  SAMPLE_FILTER,
  VOICE_SORTS,
  VOICE_GENDERS,
  VOICE_TYPES,
} from '@belfry/schemas/http/speech/voices';
import { useTranslation } from '../../../lib/translation.ts';
import { z } from 'zod';
import { formatLanguage } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { FilterBar, FilterSelect } from '../../../ui/filters/filter-bar.tsx';
import { SearchSelect } from '../../../ui/pickers/search-select.tsx';
import { languageTexts } from '../../../lib/lookup-search.ts';
import { addressFilters, useListAddress } from '../../../lib/list-address.ts';
import { LOCAL_KEYS } from '../../../lib/storage.ts';
import { useGetCatalogueLanguagesQuery } from './voices-api.ts';
import classes from './voices.module.css';

type Props = { filters: CatalogueFilters; onChange: (change: Partial<CatalogueFilters>) => void };
export function VoiceFilters({ filters, onChange }: Props) {
  const { t } = useTranslation('voices');
  const locale = useLocale();
  const { data: languages = [] } = useGetCatalogueLanguagesQuery(locale);
  const choices = languages.map(({ code, name }) => ({ value: code, label: name }));
  const isListed = filters.language === ALL_LANGUAGES || languages.some(({ code }) => code === filters.language);
  // The present language is a choice even while the list is loaded, or where it is no longer in it.
  if (!isListed) choices.push({ value: filters.language, label: formatLanguage(filters.language, locale) });
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

const ALL_LANGUAGES = 'all';
const TYPE_FILTER = ['all', ...VOICE_TYPES] as const;
const GENDER_FILTER = ['all', ...VOICE_GENDERS] as const;

/** ISO 639. */
const languageSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z]{2,3}$/);
const filtersSchema = z.object({
  q: z.string().trim().max(200).catch(''),
  language: languageSchema.catch(ALL_LANGUAGES),
  sample: z.enum(SAMPLE_FILTER).catch('all'),
  blocked: z.enum(BLOCK_FILTER).catch('all'),
  voice_type: z.enum(TYPE_FILTER).catch('all'),
  gender: z.enum(GENDER_FILTER).catch('all'),
  sort: z.enum(VOICE_SORTS).catch('language'),
});
export type CatalogueFilters = z.infer<typeof filtersSchema>;
export const voiceAddress = addressFilters(filtersSchema);

/** Only the language is remembered; see VOICE-11. */
const LANGUAGE: readonly 'language'[] = ['language'];
const REMEMBERED = { typed: 'q', remember: LOCAL_KEYS.voiceLanguageFilter, only: LANGUAGE } as const;
export const useVoiceFilters = () => useListAddress(voiceAddress, REMEMBERED);

const countFilters = ({ language, sample, blocked, voice_type, gender }: CatalogueFilters): number =>
  [language, sample, blocked, voice_type, gender].filter((filter) => filter !== 'all').length;

export const isFiltered = (filters: CatalogueFilters): boolean => filters.q !== '' || countFilters(filters) > 0;

/** The selection remains while this is the same: on other pages and in another order. */
export const selectionScope = ({ sort: _order, ...filters }: CatalogueFilters): string => JSON.stringify(filters);
