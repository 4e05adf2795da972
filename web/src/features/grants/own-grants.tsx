import { useAct } from '../../ui/use-act.ts';
import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { Card } from '../../ui/card.tsx';
import classes from './grants.module.css';
import { useGetOwnGrantsQuery, useReviewGrantsMutation } from './grants-api.ts';

/**
 * On Home after a change of the password: asks which keys, invitations, webhooks and triggers of the person stay valid.
 */
export function OwnGrantsCard() {
  const { t } = useTranslation('grants');
  const { act } = useAct();
  const { data } = useGetOwnGrantsQuery();
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const [review, { isLoading }] = useReviewGrantsMutation();
  if (!data?.asked || data.grants.length === 0) return null;
  const ends = data.grants.filter(({ kind, grant_id }) => !kept.has(`${kind} ${grant_id}`));
  const send = () =>
    act(() => review({ end: ends.map(({ kind, grant_id }) => ({ kind, grant_id })) }), {
      done: t('own.done', { count: ends.length }),
      failed: t('failed'),
    });
  const turn = (key: string, on: boolean): void => {
    const next = new Set(kept);
    if (on) next.add(key);
    else next.delete(key);
    setKept(next);
  };
  return (
    <Card title={t('own.title')} order={2}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('own.lead')}
      </Text>
      <Checkbox.Group label={t('own.keep')} value={[...kept]}>
        <div className={classes.choices}>
          {data.grants.map(({ kind, grant_id, name, company_name }) => (
            <Checkbox
              key={`${kind} ${grant_id}`}
              value={`${kind} ${grant_id}`}
              label={t(`kinds.${kind}`, { name })}
              description={company_name}
              onChange={({ currentTarget }) => turn(`${kind} ${grant_id}`, currentTarget.checked)}
            />
          ))}
        </div>
      </Checkbox.Group>
      <Group mt="md" gap="sm">
        <Button loading={isLoading} color={ends.length > 0 ? 'error' : undefined} onClick={() => void send()}>
          {ends.length > 0 ? t('own.end', { count: ends.length }) : t('own.go_on')}
        </Button>
        <Button
          variant="default"
          disabled={isLoading}
          onClick={() => setKept(new Set(data.grants.map(({ kind, grant_id }) => `${kind} ${grant_id}`)))}
        >
          {t('own.choose_all')}
        </Button>
      </Group>
    </Card>
  );
}
