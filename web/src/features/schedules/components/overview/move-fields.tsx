import { NumberInput, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../use-move.ts';
import type { OccurrenceMove } from './use-occurrence-move.ts';

/** Date and time of an occurrence, and the duration of one that lasts. */
export function MoveFields({ form }: { form: OccurrenceMove }) {
  const { t } = useTranslation('schedule');
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label={t('move.date')}
          type="date"
          value={form.date}
          data-autofocus
          onChange={({ currentTarget }) => form.setDate(currentTarget.value)}
        />
        <TextInput
          label={t('move.time')}
          type="time"
          value={form.time}
          onChange={({ currentTarget }) => form.setTime(currentTarget.value)}
        />
      </SimpleGrid>
      {form.lasts !== null && (
        <NumberInput
          label={t('move.duration')}
          min={1}
          max={10_080}
          value={form.duration}
          onChange={form.setDuration}
        />
      )}
    </>
  );
}

type ScopeProps = { scope: Scope; allPossible: boolean; onChange: (scope: Scope) => void };

/** Whether one date moves, or all. */
export function ScopeChoice({ scope, allPossible, onChange }: ScopeProps) {
  const { t } = useTranslation('schedule');
  return (
    <Radio.Group
      label={t('move.which')}
      value={scope}
      onChange={(chosen) => onChange(chosen === 'this' ? 'this' : 'all')}
    >
      <Stack gap="xs" mt={4}>
        <Radio value="this" label={t('move.this')} description={t('move.this_hint')} />
        <Radio
          value="all"
          label={t('move.all')}
          disabled={!allPossible}
          description={allPossible ? undefined : t('move.impossible')}
        />
      </Stack>
    </Radio.Group>
  );
}
