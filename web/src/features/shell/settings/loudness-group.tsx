import { useAct } from '../../../ui/use-act.ts';
import { type LoudnessTargets, TARGET_LUFS } from '@belfry/schemas/domain/loudness';
import { Input, Slider, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useGetProfileQuery, useIsImpersonated } from '../../../lib/session/auth-api.ts';
import { useChangeLoudnessTargetsMutation, useGetLoudnessTargetsQuery } from './loudness-api.ts';
import { SettingsGroup } from './settings-parts.tsx';

/** How loud the organisation hears announcements and music, for those who have a main company; see LIB-18. */
export function LoudnessGroup() {
  const { t } = useTranslation('settings');
  const { act } = useAct({ parallel: true });
  const isImpersonated = useIsImpersonated();
  const { owns } = useGetProfileQuery(undefined, {
    selectFromResult: ({ data }) => ({ owns: (data?.companies.length ?? 0) > 0 }),
  });
  const { data } = useGetLoudnessTargetsQuery(undefined, { skip: !owns });
  const [send, { isLoading }] = useChangeLoudnessTargetsMutation();
  if (!owns) return null;
  const change = (targets: LoudnessTargets) => act(() => send(targets), { failed: t('not_saved') });
  return (
    <SettingsGroup title={t('loudness.title')}>
      <Stack gap="xl">
        {(['speech_lufs', 'music_lufs'] as const).map((name) => (
          <TargetSlider
            key={`${name} ${data?.[name] ?? ''}`}
            label={t(`loudness.${name}`)}
            hint={t(`loudness.${name}_hint`)}
            storedTarget={data?.[name]}
            disabled={isImpersonated || isLoading}
            onChange={(value) => data && void change({ ...data, [name]: value })}
          />
        ))}
      </Stack>
    </SettingsGroup>
  );
}

type TargetSliderProps = {
  label: string;
  hint: string;
  /** Undefined until it is known. */
  storedTarget: number | undefined;
  disabled: boolean;
  onChange: (value: number) => void;
};

function TargetSlider({ label, hint, storedTarget, disabled, onChange }: TargetSliderProps) {
  const locale = useLocale();
  const [value, setValue] = useState(storedTarget ?? TARGET_LUFS.max);
  const lufs = (target: number): string => `${formatCount(target, locale)} LUFS`;
  return (
    <div>
      <Input.Label component="div">{label}</Input.Label>
      <Input.Description>{hint}</Input.Description>
      <Slider
        thumbLabel={label}
        min={TARGET_LUFS.min}
        max={TARGET_LUFS.max}
        value={value}
        disabled={disabled || storedTarget === undefined}
        onChange={setValue}
        onChangeEnd={(next) => next !== storedTarget && onChange(next)}
        label={lufs}
        marks={[TARGET_LUFS.min, -20, TARGET_LUFS.max].map((target) => ({ value: target, label: lufs(target) }))}
        // The words below its ends are wider than the ends.
        mx="xl"
        mt="xs"
        mb="sm"
      />
    </div>
  );
}
