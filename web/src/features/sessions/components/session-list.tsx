import type { Session } from '@belfry/schemas/http/accounts/sessions';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import rows from '../../../ui/row-list.module.css';
import { SessionRow } from './session-row.tsx';

/** The number of rows before "Show all". */
const SHOWN = 5;

/** This session first, then by last use. */
export function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const { t } = useTranslation('sessions');
  const [all, setAll] = useState(false);
  const ordered = sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
  const shown = all ? ordered : ordered.slice(0, SHOWN);
  return (
    <>
      <ul className={rows.list}>
        {shown.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {shown.length < ordered.length && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setAll(true)}>
          {t('show_all', { count: ordered.length })}
        </Button>
      )}
    </>
  );
}
