import { Button, Group, SimpleGrid, Stack, TextInput, Select, ActionIcon, type TextInputProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { Notice } from '../../ui/states/notice.tsx';
import { DETAIL_LIMITS, type DetailValues } from './company-form.tsx';
import { SearchSelect } from '../../ui/pickers/search-select.tsx';
import { countryTexts } from '../../lib/lookup-search.ts';
import { useCountries } from '../lookups/lookups-api.ts';
import { IconMoodSmile } from '@tabler/icons-react';
import { EMBLEM_UNITS_MAX, isEmblem } from '../../ui/emblems/emblem.ts';
import { EmblemIcon } from '../../ui/emblems/emblem-icon.tsx';
import { EmblemGallery } from '../../ui/emblems/emblem-gallery.tsx';
import { useForm } from '@mantine/form';
import { useFindContinent } from '../lookups/continents-api.ts';
import { useReportedDirty } from '../../ui/dialogs/use-reported-dirty.ts';

type Props = Omit<DetailsFormOptions, 'changed'> & {
  submitLabel: string;
  onCancel: () => void;
  children?: ReactNode;
  changed?: boolean;
};

/** The fields of a main company; see TREE-6 for their limits. */
export function DetailsForm({ initial, submitLabel, onSend, onCancel, onDirty, children, changed = false }: Props) {
  const { t } = useTranslation('companies');
  const { form, refusal, submit, chooseCountry } = useDetailsForm({ initial, onSend, onDirty, changed });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label={t('form.name')}
          required
          data-autofocus
          autoComplete="off"
          maxLength={DETAIL_LIMITS.name}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('form.description')}
          autoComplete="off"
          maxLength={DETAIL_LIMITS.description}
          {...form.getInputProps('description')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <ContinentSelect
            initial={initial.continent}
            {...form.getInputProps('continent')}
            value={form.values.continent}
            onChange={(continent) => form.setFieldValue('continent', continent)}
          />
          <CountrySelect
            present={initial.country}
            value={form.values.country}
            error={form.errors['country']}
            onChange={(country, code) => void chooseCountry(country, code)}
          />
        </SimpleGrid>
        <EmblemInput
          {...form.getInputProps('emblem')}
          value={form.values.emblem}
          onPick={(emblem) => form.setFieldValue('emblem', emblem)}
        />
        {children}
        {refusal !== null && <Notice tone="error">{refusal}</Notice>}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onMouseDown={(event) => event.preventDefault()} onClick={onCancel}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" loading={form.submitting}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type CountrySelectProps = {
  /** The stored country, which is offered even where the list lacks it. */
  present: string;
  value: string;
  error: ReactNode;
  /** `code` is undefined where the country is cleared, or not in the list. */
  onChange: (country: string, code?: string) => void;
};
function CountrySelect({ present, value, error, onChange }: CountrySelectProps) {
  const { t } = useTranslation('companies');
  const { list } = useCountries();
  const codes = new Map(list.map(({ name, code }) => [name, code]));
  const names = [...codes.keys()].filter((name) => name.length <= DETAIL_LIMITS.country && name !== present);
  const offered = present === '' ? names : [present, ...names];
  return (
    <SearchSelect
      label={t('details.country')}
      data={offered.map((name) => ({ value: name, label: name }))}
      textsOf={({ label }) => countryTexts(codes.get(label) ?? '', label)}
      value={value === '' ? null : value}
      onChange={(name) => onChange(name, codes.get(name))}
      maxLength={DETAIL_LIMITS.country}
      clearable
      clearButtonProps={{ 'aria-label': t('details.country_clear'), tabIndex: 0 }}
      onClear={() => onChange('')}
      error={error}
    />
  );
}

type DetailsFormOptions = {
  initial: DetailValues;
  /** Sends the form; resolves to the error text, or null on success. */
  onSend: (values: DetailValues) => Promise<string | null>;
  onDirty: (dirty: boolean) => void;
  /** Fields outside this form were changed. */
  changed: boolean;
};
/** The state of the form of a main company: its fields with their limits, and the reason of a refusal; see TREE-6. */
function useDetailsForm({ initial, onSend, onDirty, changed }: DetailsFormOptions) {
  const { t } = useTranslation('companies');
  const [refusal, setRefusal] = useState<string | null>(null);
  const limited = (max: number) => (text: string) => (text.trim().length > max ? t('form.too_long', { max }) : null);
  const form = useForm<DetailValues>({
    initialValues: initial,
    validateInputOnBlur: true,
    validate: {
      name: (text) => (text.trim() === '' ? t('form.name_required') : limited(DETAIL_LIMITS.name)(text)),
      description: limited(DETAIL_LIMITS.description),
      continent: limited(DETAIL_LIMITS.continent),
      country: limited(DETAIL_LIMITS.country),
      emblem: (text) => (isEmblem(text) ? null : t('details.emblem_long')),
    },
  });
  const dirty = form.isDirty() || changed;
  useReportedDirty(dirty, onDirty);
  const findContinent = useFindContinent();
  const chooseCountry = async (country: string, code: string | undefined): Promise<void> => {
    form.setFieldValue('country', country);
    const continent = code === undefined ? undefined : await findContinent(code);
    if (continent && form.getValues().country === country) form.setFieldValue('continent', continent);
  };
  const submit = form.onSubmit(
    async (values) => setRefusal(await onSend(values)),
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  );
  return { form, refusal, submit, chooseCountry };
}

type EmblemInputProps = Omit<TextInputProps, 'value' | 'label' | 'description'> & {
  value: string;
  onPick: (emblem: string) => void;
};
function EmblemInput({ onPick, ...input }: EmblemInputProps) {
  const { t } = useTranslation(['companies', 'ui']);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <TextInput
        label={t('details.emblem')}
        description={t('details.emblem_hint')}
        autoComplete="off"
        maxLength={EMBLEM_UNITS_MAX}
        leftSection={input.value.trim() !== '' && <EmblemIcon emblem={input.value.trim()} size={20} />}
        leftSectionWidth={input.value.trim() === '' ? 12 : undefined}
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('ui:emblem.title')}
            aria-haspopup="dialog"
            onClick={() => setOpened(true)}
          >
            <IconMoodSmile size={20} stroke={1.6} aria-hidden />
          </ActionIcon>
        }
        {...input}
      />
      {opened && <EmblemGallery selected={input.value} onPick={onPick} onClose={() => setOpened(false)} />}
    </>
  );
}

const CONTINENTS = ['Europe', 'Asia', 'America', 'Africa', 'Antarctica'] as const;
type ContinentSelectProps = {
  initial: string;
  value: string;
  error?: ReactNode;
  onChange: (continent: string) => void;
};
function ContinentSelect({ initial, value, onChange, ...input }: ContinentSelectProps) {
  const { t } = useTranslation(['companies', 'element-form']);
  const continents = new Set([...CONTINENTS, ...(initial === '' ? [] : [initial])]);
  return (
    <Select
      label={t('details.continent')}
      data={[...continents].map((name) => ({
        value: name,
        label: t(`element-form:continents.${name as 'Europe'}`, { defaultValue: name }),
      }))}
      clearable
      {...input}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}
