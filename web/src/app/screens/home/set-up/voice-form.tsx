import { Text } from '@mantine/core';
import { useState } from 'react';
import { useEditCompanyMutation } from '../../../../features/companies/companies-api.ts';
import { useGetEffectiveSettingsQuery } from '../../../../features/companies/element-form/index.ts';
import { type LanguageAndVoice, VoiceSelect } from '../../../../features/speech/favorites/index.ts';
import { NaturalVoice } from '../../../../features/speech/packs/index.ts';
import { useTranslation } from '../../../../lib/translation.ts';
import { LineSkeletons } from '../../../../ui/states/skeletons.tsx';
import { useAct } from '../../../../ui/use-act.ts';
import { StepForm } from './step-form.tsx';

/** The language and the voice of the organisation, to listen to, and a natural one where the person may install it. */
export function VoiceForm({ companyId, onDone }: { companyId: number; onDone: () => void }) {
  const { t } = useTranslation('set-up');
  const { act, pending } = useAct();
  const [edit] = useEditCompanyMutation();
  const { data: settings } = useGetEffectiveSettingsQuery(companyId);
  const [typed, setTyped] = useState<LanguageAndVoice | null>(null);
  if (!settings) return <LineSkeletons count={3} height={40} />;
  const choice = typed ?? { language: settings.language.value, voice: settings.voice.value };
  const save = async (): Promise<void> => {
    const body = { company_id: companyId, default_language: choice.language, default_voice: choice.voice };
    if ((await act(() => edit(body), { failed: t('failed') })) !== undefined) onDone();
  };
  return (
    <StepForm pending={pending} isReady={choice.voice !== ''} onSave={save}>
      <Text size="sm" c="dimmed">
        {t('voice_hint')}
      </Text>
      <VoiceSelect {...choice} onChange={setTyped} />
      <NaturalVoice language={choice.language} onReady={(voice) => setTyped({ ...choice, voice })} />
    </StepForm>
  );
}
