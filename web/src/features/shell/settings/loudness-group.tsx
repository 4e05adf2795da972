import { type LoudnessTargets, TARGET_LUFS } from '@belfry/schemas/domain/loudness';
import { Group, Input, Slider, Text } from '@mantine/core';
import { useState } from 'react';
import { SaveButtons } from '../../../kit/form/index.ts';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { PageSection } from '../../../ui/page-section.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { useChangeLoudnessTargetsMutation, useGetLoudnessTargetsQuery } from './loudness-api.ts';

/** How loud one's organisation hears announcements and music; see LIB-18. It sounds, so it has a press of its own. */
export function LoudnessGroup() {
  const { t } = useTranslation('settings');
  const { act, pending } = useAct();
  const { data } = useGetLoudnessTargetsQuery();
  const [send] = useChangeLoudnessTargetsMutation();
  const [changes, setChanges] = useState<Partial<LoudnessTargets>>({});
  const targets = data && { ...data, ...changes };
  const isChanged = data !== undefined && JSON.stringify(targets) !== JSON.stringify(data);
  const save = async (): Promise<void> => {
    if (targets && (await act(() => send(targets), { failed: t('not_saved') })) !== undefined) setChanges({});
  };
  return (
    <PageSection title={t('loudness.title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {(['speech_lufs', 'music_lufs'] as const).map((name) => (
          <TargetSlider
            key={name}
            label={t(`loudness.${name}`)}
            hint={t(`loudness.${name}_hint`)}
            value={targets?.[name]}
            disabled={pending}
            onChange={(value) => setChanges((now) => ({ ...now, [name]: value }))}
          />
        ))}
        {isChanged && <SaveButtons pending={pending} onCancel={() => setChanges({})} />}
      </form>
    </PageSection>
  );
}

type TargetSliderProps = {
  label: string;
  hint: string;
  /** Undefined until it is known. */
  value: number | undefined;
  disabled: boolean;
  onChange: (value: number) => void;
};

function TargetSlider({ label, hint, value, disabled, onChange }: TargetSliderProps) {
  const { t } = useTranslation('settings');
  const locale = useLocale();
  return (
    <div>
      <Input.Label component="div">{label}</Input.Label>
      <Input.Description>{hint}</Input.Description>
      <Slider
        thumbLabel={label}
        min={TARGET_LUFS.min}
        max={TARGET_LUFS.max}
        value={value ?? TARGET_LUFS.max}
        disabled={disabled || value === undefined}
        onChange={onChange}
        label={(target) => t('loudness.decibels', { value: formatCount(target, locale) })}
        mt="xs"
      />
      <Group justify="space-between" mb="md">
        <Text size="xs" c="dimmed">
          {t('loudness.quieter')}
        </Text>
        <Text size="xs" c="dimmed">
          {t('loudness.louder')}
        </Text>
      </Group>
    </div>
  );
}
