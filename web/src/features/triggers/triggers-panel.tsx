import type { Trigger } from '@belfry/schemas/http/triggers/triggers';
import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconBolt, IconPlus, IconSpeakerphone } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useTimes } from '../../lib/times.ts';
import { RowList } from '../../ui/lists/list-frame.tsx';
import { wholeList } from '../../ui/lists/list-state.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { FeedState } from '../alert-feeds/index.ts';
import { HookSecret } from './hook-secret.tsx';
import type { ShownHook } from './parts.ts';
import { TriggerDrawer } from './trigger-drawer.tsx';
import { TriggerForm } from './trigger-form.tsx';
import { TriggerMarks } from './trigger-marks.tsx';
import { useOffReason, useTriggerTexts } from './trigger-texts.ts';
import { useGetTriggersQuery } from './triggers-api.ts';
import rows from '../../ui/lists/text-row.module.css';

type Props = {
  source?: 'hook' | 'alert_feed';
};

export function TriggersPanel({ source = 'hook' }: Props) {
  const ofFeeds = source === 'alert_feed';
  const { t } = useTranslation(ofFeeds ? 'alert-feeds' : 'triggers');
  const errorText = useErrorMessage();
  const query = useGetTriggersQuery();
  const [creating, setCreating] = useState(false);
  const [openId, setOpenId] = useState<number | null>(null);
  const [hook, setHook] = useState<ShownHook | null>(null);
  const listed = query.data?.filter((trigger) => (trigger.source.type === 'alert_feed') === ofFeeds);
  const open = listed?.find(({ id }) => id === openId);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {t('create')}
    </Button>
  );
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start">
        <Text size="sm" c="dimmed" flex="1 1 260px">
          {t('lead')}
        </Text>
        {listed !== undefined && listed.length > 0 && add}
      </Group>
      <RowList
        list={wholeList(query, listed)}
        label={t('title')}
        variant="frame"
        keyOf={({ id }) => id}
        waiting={<LineSkeletons count={3} height={64} />}
        empty={
          <EmptyState
            icon={ofFeeds ? <IconSpeakerphone size={24} /> : <IconBolt size={24} />}
            title={t('empty')}
            action={add}
          >
            {t('empty_text')}
          </EmptyState>
        }
        failure={(error) => ({ message: errorText(error, t('load_error')) })}
      >
        {(trigger) => <TriggerRow trigger={trigger} onOpen={() => setOpenId(trigger.id)} />}
      </RowList>
      {open && <TriggerDrawer key={open.id} trigger={open} onHook={setHook} onClose={() => setOpenId(null)} />}
      {creating && <TriggerForm source={source} onHook={setHook} onClose={() => setCreating(false)} />}
      {hook && <HookSecret hook={hook} onClose={() => setHook(null)} />}
    </Stack>
  );
}

function TriggerRow({ trigger, onOpen }: { trigger: Trigger; onOpen: () => void }) {
  const { t } = useTranslation('triggers');
  const texts = useTriggerTexts();
  const reason = useOffReason()(trigger);
  const { moment } = useTimes();
  const { name, company_name, last_fired_at } = trigger;
  return (
    <UnstyledButton className={`${rows.row} ${rows.pressed}`} aria-haspopup="dialog" onClick={onOpen}>
      <span className={rows.text}>
        <span className={rows.name}>{name}</span>
        <span>
          {texts.source(trigger)} → {texts.action(trigger)}
        </span>
        <span className={rows.detail}>
          {company_name} · {last_fired_at === null ? t('never') : t('last_fired', { at: moment(last_fired_at) })}
        </span>
        <FeedState trigger={trigger} />
        {reason !== null && <span className={rows.detail}>{reason}</span>}
      </span>
      <TriggerMarks trigger={trigger} />
    </UnstyledButton>
  );
}
