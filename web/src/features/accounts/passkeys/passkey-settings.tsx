import type { Passkey } from '@belfry/schemas/http/accounts/passkeys';
import { PASSKEYS_MAX } from '@belfry/schemas/domain/account';
import { Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { passkeyObstacle } from '../../../lib/passkeys.ts';
import { RowList } from '../../../ui/lists/list-frame.tsx';
import { wholeList } from '../../../ui/lists/list-state.ts';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { PasskeyRow } from './passkey-row.tsx';
import classes from './passkeys.module.css';
import { useGetPasskeysQuery } from './passkeys-api.ts';
import { RemovePasskeyDialog } from './remove-passkey-dialog.tsx';

/** The passkeys of the user: what each is called and when it was used, and adding, renaming and removing them. */
export function PasskeySettings() {
  const { t } = useTranslation(['passkeys', 'auth']);
  const errorText = useErrorMessage();
  const query = useGetPasskeysQuery();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const id = useId();
  const obstacle = passkeyObstacle();
  const full = (query.data?.length ?? 0) >= PASSKEYS_MAX;
  return (
    <section aria-labelledby={id}>
      <Group justify="space-between" gap="sm">
        <div className={classes.lead}>
          <Text size="sm" fw={500} component="h3" id={id}>
            {t('title')}
          </Text>
          <Text size="xs" c="dimmed">
            {t('lead')}
          </Text>
        </div>
        {obstacle === null && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={full}
            aria-haspopup="dialog"
            onClick={() => setAdding(true)}
          >
            {t('add.open')}
          </Button>
        )}
      </Group>
      {obstacle !== null && (
        <Text size="xs" mt="xs">
          {t(`auth:passkey.obstacles.${obstacle}`)}
        </Text>
      )}
      {full && (
        <Text size="xs" mt="xs">
          {t('full', { count: PASSKEYS_MAX })}
        </Text>
      )}
      <RowList
        list={wholeList(query, query.data)}
        label={t('title')}
        entry={classes.row}
        keyOf={(passkey) => passkey.id}
        waiting={<LineSkeletons count={2} height={40} />}
        empty={null}
        failure={(error) => ({ message: errorText(error, t('error')) })}
      >
        {(passkey) => <PasskeyRow passkey={passkey} onRemove={() => setRemoving(passkey)} />}
      </RowList>
      {adding && <AddPasskeyDialog onClose={() => setAdding(false)} />}
      {removing && <RemovePasskeyDialog passkey={removing} onClose={() => setRemoving(null)} />}
    </section>
  );
}
