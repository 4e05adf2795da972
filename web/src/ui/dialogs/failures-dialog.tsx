import { List, ScrollArea, Text } from '@mantine/core';
import { AlertDialog } from './alert-dialog.tsx';

/** What could not be changed by a bulk change: the name of each object with the reason. */
export type BulkFailures = { text: string; items: readonly { key: string | number; name: string; reason: string }[] };

type Props = { failures: BulkFailures | null; title: string; onClose: () => void };

/** Names each object that a bulk change has left as it is, with the reason. */
export const FailuresDialog = ({ failures, title, onClose }: Props) => (
  <AlertDialog opened={failures !== null} title={title} onClose={onClose}>
    <Text c="var(--bf-text)">{failures?.text}</Text>
    <ScrollArea.Autosize mah={260} mt="xs" viewportProps={{ tabIndex: 0, 'aria-label': title }}>
      <List size="sm">
        {failures?.items.map(({ key, name, reason }) => (
          <List.Item key={key}>
            {name}: {reason}
          </List.Item>
        ))}
      </List>
    </ScrollArea.Autosize>
  </AlertDialog>
);
