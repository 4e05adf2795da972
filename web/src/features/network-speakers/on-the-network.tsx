import type { NetworkSpeaker } from '@belfry/schemas/http/network-speakers/network-speakers';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Section } from '../../kit/detail/index.ts';
import { Dot } from '../../kit/list/index.ts';
import { useLinkReason } from '../../lib/reasons.ts';
import { useTranslation } from '../../lib/translation.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useAct } from '../../ui/use-act.ts';
import { useRingBellMutation } from '../bells/bells-api.ts';
import { ChangeSpeaker } from './change-speaker.tsx';
import { useGetNetworkSpeakerQuery, useRemoveNetworkSpeakerMutation } from './network-speakers-api.ts';
import { addressText, valuesOf } from './speaker-values.ts';

type Props = {
  deviceId: number;
  /** What the person may do at its place. */
  may: { say: boolean; change: boolean; remove: boolean };
  onRemoved: () => void;
};

/** How sound gets to a network speaker: `224.0.2.60:50000, G.722, by Office`; and whether anything says that it is there. */
export function OnTheNetwork({ deviceId, may, onRemoved }: Props) {
  const { t } = useTranslation('network-speakers');
  const [dialog, setDialog] = useState<'change' | 'remove' | null>(null);
  const { data: speaker } = useGetNetworkSpeakerQuery(deviceId);
  if (!speaker) return null;
  const close = (): void => setDialog(null);
  return (
    <Section title={t('title')}>
      <Text size="sm" component="p" m={0}>
        {t('line', {
          address: addressText(speaker.transport),
          codec: speaker.transport.kind === 'rtp' ? t(`codec.${valuesOf(speaker.transport).codec}`) : 'Home Assistant',
          sender: speaker.sender_name ?? speaker.sender,
        })}
      </Text>
      <State speaker={speaker} />
      {speaker.used_by.length > 0 && (
        <Text size="sm" c="warning" component="p" m={0}>
          {t('used_by', { names: speaker.used_by.map(({ name, serial }) => name ?? serial).join(', ') })}
        </Text>
      )}
      <Group gap="xs" mt="xs">
        {may.say && speaker.company_id !== null && <TestSound companyId={speaker.company_id} />}
        {may.change && (
          <Button variant="default" size="compact-sm" onClick={() => setDialog('change')}>
            {t('change')}
          </Button>
        )}
        {may.remove && (
          <Button variant="subtle" color="error" size="compact-sm" onClick={() => setDialog('remove')}>
            {t('remove.open')}
          </Button>
        )}
      </Group>
      {dialog === 'change' && <ChangeSpeaker speaker={speaker} onClose={close} />}
      <Remove opened={dialog === 'remove'} speaker={speaker} onClose={close} onRemoved={onRemoved} />
    </Section>
  );
}

/** Why nothing is sent, else what says that it is there. */
function State({ speaker: { carried, sender_status, status, problem, transport } }: { speaker: NetworkSpeaker }) {
  const { t } = useTranslation('network-speakers');
  const reasonOf = useLinkReason();
  const health = transport.kind === 'rtp' ? transport.health : undefined;
  if (!carried) return <Dot state="wrong" text={t('state.not_carried')} />;
  if (sender_status === 'offline') return <Dot state="wrong" text={t('state.sender_offline')} />;
  if (problem !== null) return <Dot state="wrong" text={reasonOf(problem)} />;
  if (transport.kind === 'media_player')
    return status === 'offline' ? (
      <Dot state="wrong" text={t('state.no_player')} />
    ) : (
      <Dot state="ok" text={t('state.player')} />
    );
  if (!health) return <Dot state="off" text={t('state.unknown')} />;
  const asked = { how: t(`health.${health.kind}`), address: health.address };
  return status === 'offline' ? (
    <Dot state="wrong" text={t('state.silent', asked)} />
  ) : (
    <Dot state="ok" text={t('state.asked', asked)} />
  );
}

function TestSound({ companyId }: { companyId: number }) {
  const { t } = useTranslation('network-speakers');
  const { act, pending } = useAct();
  const [ring] = useRingBellMutation();
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={pending}
      onClick={() =>
        void act(() => ring({ id: companyId, sound: { type: 'chime', chime: 'three_tone' } }), {
          done: t('test.sent'),
          failed: t('test.failed'),
        })
      }
    >
      {t('test.open')}
    </Button>
  );
}

type RemoveProps = { opened: boolean; speaker: NetworkSpeaker; onClose: () => void; onRemoved: () => void };

function Remove({ opened, speaker: { device_id, name, serial }, onClose, onRemoved }: RemoveProps) {
  const { t } = useTranslation('network-speakers');
  const { act } = useAct();
  const [remove] = useRemoveNetworkSpeakerMutation();
  const confirm = async (): Promise<void> => {
    const outcome = { done: t('remove.done', { name: name ?? serial }), failed: t('remove.failed') };
    if ((await act(() => remove(device_id), outcome)) !== undefined) onRemoved();
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={t('remove.title', { name: name ?? serial })}
      confirmLabel={t('remove.confirm')}
      tone="error"
      onConfirm={confirm}
      onClose={onClose}
    >
      {t('remove.text')}
    </ConfirmDialog>
  );
}
