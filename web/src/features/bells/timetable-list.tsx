import { useAct } from '../../ui/use-act.ts';
import { ActionIcon, Alert, Button, Group, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { TIMETABLE_COLOURS, type Timetable } from '@belfry/schemas/http/bells/timetables';
import { IconBell, IconCopy, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useReasonText } from '../../lib/reasons.ts';
import { Section } from '../../kit/detail/index.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useDeleteTimetableMutation } from './bells-api.ts';
import { TimetableDialog } from './timetable-dialog.tsx';
import { useMay } from '../teams/teams-api.ts';
import classes from './bells.module.css';

type Edited = { timetable: Timetable | null; from: Pick<Timetable, 'name' | 'colour' | 'bells'> };
const NAME_MAX = 80;

export function TimetableList({ timetables }: { timetables: readonly Timetable[] }) {
  const { t } = useTranslation('bells');
  const edits = useMay('edit_schedules');
  const [edited, setEdited] = useState<Edited | null>(null);
  const free = TIMETABLE_COLOURS.find((colour) => !timetables.some((each) => each.colour === colour)) ?? 'blue';
  const create = edits && (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setEdited({ timetable: null, from: { name: '', colour: free, bells: [] } })}
    >
      {t('list.create')}
    </Button>
  );
  return (
    <Section title={t('list.title')}>
      {timetables.length > 0 && create}
      {timetables.length === 0 ? (
        <EmptyState icon={<IconBell size={24} />} title={t('list.empty')} action={create} />
      ) : (
        <ul className={classes.list}>
          {timetables.map((timetable) => (
            <TimetableEntry
              key={timetable.id}
              timetable={timetable}
              edits={edits}
              onOpen={() => setEdited({ timetable, from: timetable })}
              onDuplicate={() => {
                const name = t('list.copy_name', { name: timetable.name }).slice(0, NAME_MAX);
                setEdited({ timetable: null, from: { ...timetable, name, colour: free } });
              }}
            />
          ))}
        </ul>
      )}
      {edited && <TimetableDialog {...edited} onClose={() => setEdited(null)} />}
    </Section>
  );
}

type EntryProps = { timetable: Timetable; edits: boolean; onOpen: () => void; onDuplicate: () => void };

function TimetableEntry({ timetable, edits, onOpen, onDuplicate }: EntryProps) {
  const { t } = useTranslation(['bells', 'common']);
  const { act } = useAct();
  const describe = useReasonText();
  const [asking, setAsking] = useState(false);
  const [remove] = useDeleteTimetableMutation();
  const { id, name, colour, bells, places, problem } = timetable;
  const changes = edits && timetable.may_change !== false;
  const [first, last] = [bells[0], bells.at(-1)];
  async function confirm(): Promise<void> {
    await act(() => remove(id), { done: t('list.deleted', { name }), failed: t('list.delete_failed') });
  }
  return (
    <li>
      <UnstyledButton
        className={classes.entry ?? ''}
        disabled={!changes}
        title={edits && !changes ? t('list.not_own') : undefined}
        onClick={onOpen}
      >
        <span className={classes.mark} data-colour={colour} aria-hidden />
        <span className={classes.name}>{name}</span>
        <Text span size="sm" c="dimmed" className="tabular">
          {first && last ? t('list.span', { count: bells.length, from: first.at, to: last.at }) : t('list.no_bells')}
        </Text>
        <Text span size="sm" c="dimmed">
          {t('list.places', { count: places })}
        </Text>
      </UnstyledButton>
      {edits && (
        <Group gap={4} wrap="nowrap">
          <Tooltip label={t('list.duplicate', { name })}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('list.duplicate', { name })}
              onClick={onDuplicate}
            >
              <IconCopy size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={changes ? t('list.delete', { name }) : t('list.not_own')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              disabled={!changes}
              aria-label={changes ? t('list.delete', { name }) : `${t('list.delete', { name })}. ${t('list.not_own')}`}
              onClick={() => setAsking(true)}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
      )}
      {problem !== null && (
        <Alert color="error" py="xs" className={classes.problem}>
          {describe(problem)}
        </Alert>
      )}
      <ConfirmDialog
        opened={asking}
        title={t('list.delete', { name })}
        confirmLabel={t('list.delete_yes')}
        tone="error"
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        {t('list.delete_sure')}
      </ConfirmDialog>
    </li>
  );
}
