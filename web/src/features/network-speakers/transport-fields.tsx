import { ADDRESSED_PRIORITIES, SILENCE_MAX_MS, TTL_MAX } from '@belfry/schemas/domain/network-speakers';
import { NativeSelect, NumberInput, SimpleGrid, TextInput } from '@mantine/core';
import { More } from '../../kit/form/index.ts';
import { useTranslation } from '../../lib/translation.ts';
import { CODEC_CHOICES, HEALTH_CHOICES, type TransportProblem, type TransportValues } from './speaker-values.ts';

type Props = {
  values: TransportValues;
  /** What is wrong, once somebody has tried to save. */
  problem: TransportProblem | null;
  onChange: (next: Partial<TransportValues>) => void;
};

/** The address of a loudspeaker, and behind "More" everything that has a default. */
export function TransportFields({ values, problem, onChange }: Props) {
  const { t } = useTranslation('network-speakers');
  const { entity, priorities, health } = values;
  if (entity !== null)
    return (
      <TextInput
        label={t('field.entity')}
        description={t('field.entity_hint')}
        value={entity}
        onChange={({ currentTarget }) => onChange({ entity: currentTarget.value })}
        error={problem === 'address' ? t('error.entity') : undefined}
        autoComplete="off"
        spellCheck={false}
        required
      />
    );
  const number = (name: 'ttl' | 'lead_ms' | 'tail_ms', { min, max }: { min: number; max: number }) => ({
    value: values[name],
    label: t(`field.${name}`),
    min,
    max,
    allowDecimal: false,
    onChange: (next: number | string) => onChange({ [name]: Number(next) }),
  });
  return (
    <>
      <TextInput
        label={t('field.address')}
        description={t('field.address_hint')}
        value={values.address}
        onChange={({ currentTarget }) => onChange({ address: currentTarget.value })}
        error={problem === 'address' ? t('error.address') : undefined}
        className="tabular"
        autoComplete="off"
        spellCheck={false}
        required
      />
      <More what={t('more')} isOpen={problem === 'more'}>
        <NativeSelect
          label={t('field.codec')}
          value={values.codec}
          data={CODEC_CHOICES.map((codec) => ({ value: codec, label: t(`codec.${codec}`) }))}
          onChange={({ currentTarget }) => onChange({ codec: currentTarget.value as TransportValues['codec'] })}
        />
        <SimpleGrid cols={3} spacing="sm" style={{ alignItems: 'end' }}>
          <NumberInput {...number('lead_ms', { min: 0, max: SILENCE_MAX_MS })} />
          <NumberInput {...number('tail_ms', { min: 0, max: SILENCE_MAX_MS })} />
          <NumberInput {...number('ttl', { min: 1, max: TTL_MAX })} />
        </SimpleGrid>
        {ADDRESSED_PRIORITIES.map((priority) => (
          <TextInput
            key={priority}
            label={t(`priority.${priority}`)}
            value={priorities[priority]}
            onChange={({ currentTarget }) =>
              onChange({ priorities: { ...priorities, [priority]: currentTarget.value } })
            }
            className="tabular"
            autoComplete="off"
            spellCheck={false}
          />
        ))}
        <NativeSelect
          label={t('field.health')}
          description={t('field.health_hint')}
          value={health}
          data={HEALTH_CHOICES.map((kind) => ({ value: kind, label: t(`health.${kind}`) }))}
          onChange={({ currentTarget }) => onChange({ health: currentTarget.value as TransportValues['health'] })}
        />
        {health !== 'none' && (
          <TextInput
            label={t('field.health_address')}
            description={t(health === 'http' ? 'field.health_http_hint' : 'field.health_address_hint')}
            value={values.health_address}
            onChange={({ currentTarget }) => onChange({ health_address: currentTarget.value })}
            className="tabular"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </More>
    </>
  );
}
