import { useAct } from '../../ui/use-act.ts';
import type { StoppedGrant } from '@belfry/schemas/http/grants';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTimes } from '../../lib/times.ts';
import { useTranslation } from '../../lib/translation.ts';
import { Card } from '../../ui/card.tsx';
import { KeyDialog } from '../../ui/dialogs/key-dialog.tsx';
import { RowList } from '../../ui/lists/list-frame.tsx';
import { wholeList } from '../../ui/lists/list-state.ts';
import rows from '../../ui/lists/text-row.module.css';
import {
  useEndGrantMutation,
  useGetStoppedGrantsQuery,
  useKeepGrantMutation,
  useTakeOverGrantMutation,
} from './grants-api.ts';

/**
 * On Home, for managers of people: stopped objects whose makers lost their rights, to take over or keep. Renders
 * nothing without any.
 */
export function StoppedGrantsCard() {
  const { t } = useTranslation('grants');
  const query = useGetStoppedGrantsQuery();
  const [newSecret, setNewSecret] = useState<{ name: string; secret: string } | null>(null);
  return (
    <>
      {query.data && query.data.length > 0 && (
        <Card title={t('stopped.title')} order={2}>
          <Text size="sm" c="dimmed" mb="sm">
            {t('stopped.lead')}
          </Text>
          <RowList
            list={wholeList(query, query.data)}
            label={t('stopped.title')}
            entry={rows.row}
            keyOf={({ kind, grant_id }) => `${kind} ${grant_id}`}
            waiting={null}
            empty={null}
            failure={() => ({ message: t('error') })}
          >
            {(grant) => <GrantRow grant={grant} onSecret={(secret) => setNewSecret({ name: grant.name, secret })} />}
          </RowList>
        </Card>
      )}
      <KeyDialog
        secret={newSecret?.secret ?? null}
        title={t('secret.title', { name: newSecret?.name ?? '' })}
        label={t('secret.label')}
        copyLabel={t('secret.copy')}
        onClose={() => setNewSecret(null)}
      >
        {t('secret.once')}
      </KeyDialog>
    </>
  );
}

function GrantRow({ grant, onSecret }: { grant: StoppedGrant; onSecret: (secret: string) => void }) {
  const { t } = useTranslation('grants');
  const times = useTimes();
  const { act } = useAct();
  const [takeOver, taking] = useTakeOverGrantMutation();
  const [keep, keeping] = useKeepGrantMutation();
  const [end, ending] = useEndGrantMutation();
  const { kind, grant_id, name, company_name, granted_by, reason, stopped_at } = grant;
  const busy = taking.isLoading || keeping.isLoading || ending.isLoading;
  const key = { kind, grant_id };
  const take = async (): Promise<void> => {
    const answer = await act(() => takeOver(key), { done: t('stopped.taken', { name }), failed: t('failed') });
    if (typeof answer?.secret === 'string') onSecret(answer.secret);
  };
  return (
    <>
      <div className={rows.text}>
        <span className={rows.name}>{t(`kinds.${kind}`, { name })}</span>
        <span className={rows.detail}>
          {[company_name, t(`reasons.${reason}`, { by: granted_by, date: times.moment(stopped_at) })]
            .filter((part) => part !== null)
            .join(' · ')}
        </span>
      </div>
      <Button
        size="compact-sm"
        loading={taking.isLoading}
        disabled={busy}
        aria-label={t('stopped.take_over_of', { name })}
        onClick={() => void take()}
      >
        {t('stopped.take_over')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        loading={keeping.isLoading}
        disabled={busy}
        aria-label={t('stopped.keep_of', { name })}
        onClick={() => void act(() => keep(key), { done: t('stopped.kept', { name }), failed: t('failed') })}
      >
        {t('stopped.keep')}
      </Button>
      <Button
        size="compact-sm"
        variant="light"
        color="error"
        loading={ending.isLoading}
        disabled={busy}
        aria-label={t('end_of', { name })}
        onClick={() => void act(() => end(key), { done: t('ended', { name }), failed: t('failed') })}
      >
        {t('end')}
      </Button>
    </>
  );
}
