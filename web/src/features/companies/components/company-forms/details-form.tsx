import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../../ui/states/notice.tsx';
import { DETAIL_LIMITS } from '../../company-form.ts';
import { ContinentSelect } from './continent-select.tsx';
import { CountrySelect } from './country-select.tsx';
import { EmblemInput } from './emblem-input.tsx';
import { useDetailsForm, type DetailsFormOptions } from './use-details-form.ts';

type Props = Omit<DetailsFormOptions, 'changed'> & {
  submitLabel: string;
  onCancel: () => void;
  /** Further fields, and whether they were changed. */
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
