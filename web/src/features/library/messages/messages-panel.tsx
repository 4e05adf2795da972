import type { Message } from '@belfry/schemas/http/library/texts';
import { Badge, Group, Text } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { libraryApi } from '../../../api/library/library-api.ts';
import { LibraryList } from '../library-list.tsx';
import classes from '../library-list.module.css';
import { RowActions } from '../row-actions.tsx';
import { useEdited } from '../use-edited.ts';
import { MessageDialog } from './message-dialog.tsx';

/** Texts that are spoken, in several languages. */
export function MessagesPanel() {
  const { t } = useTranslation('library');
  const edited = useEdited<Message>();
  return (
    <>
      <LibraryList
        kind="messages"
        endpoint={libraryApi.endpoints.getMessages}
        mark={IconMessage}
        onNew={edited.begin}
        renderRow={(message) => (
          <div className={classes.line}>
            <div className={classes.name}>
              <Text fw={600}>{message.name}</Text>
              <Text size="sm" c="dimmed" lineClamp={2}>
                {textOf(message)}
              </Text>
            </div>
            <Group gap={4}>
              {message.emergency && <Badge color="error">{t('messages.emergency')}</Badge>}
              {message.variants.map(({ language }) => (
                <Badge key={language} variant="default">
                  {language}
                </Badge>
              ))}
            </Group>
            <RowActions kind="messages" id={message.id} name={message.name} onEdit={() => edited.edit(message)} />
          </div>
        )}
      />
      {edited.opened && <MessageDialog message={edited.item} onClose={edited.close} />}
    </>
  );
}

const textOf = ({ variants, fallback_language }: Message): string =>
  (variants.find(({ language }) => language === fallback_language) ?? variants[0])?.text ?? '';
