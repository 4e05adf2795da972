import { LEAD_IN, LEAD_IN_SOUNDS, type LeadIn } from '@belfry/schemas/domain/lead-in';
import { Group, Input, NativeSelect, NumberInput } from '@mantine/core';
import { useTranslation } from '../../../../lib/translation.ts';

type Props = { value: LeadIn; onChange: (value: LeadIn) => void };

/** What wakes the amplifiers of a place before announcements. */
export function LeadInField({ value, onChange }: Props) {
  const { t } = useTranslation('places');
  const set = (change: Partial<LeadIn>): void => onChange({ ...value, ...change });
  const number = { size: 'xs', min: 0, clampBehavior: 'strict', allowDecimal: false } as const;
  return (
    <Input.Wrapper label={t('settings.lead_in')} description={t('lead_in.hint')}>
      <Group gap="xs" align="end">
        <NumberInput
          {...number}
          w={130}
          label={t('lead_in.lasts')}
          suffix=" ms"
          step={100}
          max={LEAD_IN.maxMs}
          value={value.ms}
          onChange={(ms) => typeof ms === 'number' && set({ ms })}
        />
        <NumberInput
          {...number}
          w={150}
          label={t('lead_in.after')}
          suffix=" s"
          max={LEAD_IN.maxAfterS}
          value={value.after_s}
          onChange={(after_s) => typeof after_s === 'number' && set({ after_s })}
        />
        <NativeSelect
          size="xs"
          label={t('lead_in.sound')}
          data={LEAD_IN_SOUNDS.map((sound) => ({ value: sound, label: t(`lead_in.${sound}`) }))}
          value={value.sound}
          onChange={({ currentTarget }) => set({ sound: currentTarget.value as LeadIn['sound'] })}
        />
      </Group>
    </Input.Wrapper>
  );
}
