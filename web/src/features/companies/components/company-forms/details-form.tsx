import { Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFindContinent } from '../../../../api/lookups/use-continent.ts';
import { Notice } from '../../../../ui/states/notice.tsx';
import { DETAIL_LIMITS, type DetailValues } from '../../company-form.ts';
import { isEmblem } from '../../../../lib/format/emblem.ts';
import { CountrySelect } from './country-select.tsx';
import { EmblemInput } from './emblem-input.tsx';

const CONTINENTS = ['Europe', 'Asia', 'America', 'Africa', 'Antarctica'] as const;

type Props = {
  initial: DetailValues;
  submitLabel: string;
  /** Sends the form; resolves to the error text, or null on success. */
  onSend: (values: DetailValues) => Promise<string | null>;
  onCancel: () => void;
  onDirty: (dirty: boolean) => void;
  /** Further fields, and whether they were changed. */
  children?: ReactNode;
  changed?: boolean;
};

/** The fields of a main company; see TREE-6 for their limits. */
export function DetailsForm({ initial, submitLabel, onSend, onCancel, onDirty, children, changed = false }: Props) {
  const { t } = useTranslation(['companies', 'element-form']);
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
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  const findContinent = useFindContinent();
  const chooseCountry = async (country: string, code: string | undefined): Promise<void> => {
    form.setFieldValue('country', country);
    const found = code === undefined ? undefined : await findContinent(code);
    if (found && form.getValues().country === country) form.setFieldValue('continent', found);
  };
  const submit = form.onSubmit(
    async (values) => setRefusal(await onSend(values)),
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  );
  const continents = new Set([...CONTINENTS, ...(initial.continent === '' ? [] : [initial.continent])]);
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
          <Select
            label={t('details.continent')}
            data={[...continents].map((value) => ({
              value,
              label: t(`element-form:continents.${value as 'Europe'}`, value),
            }))}
            clearable
            {...form.getInputProps('continent')}
            value={form.values.continent || null}
            onChange={(value) => form.setFieldValue('continent', value ?? '')}
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
