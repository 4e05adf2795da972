import { SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './message-details.module.css';

const VIEWS = ['html', 'text'] as const;
type View = (typeof VIEWS)[number];

/**
 * The body of a message, as HTML or as plain text. The HTML is shown in a sandboxed frame: no
 * scripts, no forms, no access to the own origin or to the parent, under the content security policy of the page.
 */
export function MessageBody({ text, html }: { text: string; html: string | null }) {
  const { t } = useTranslation('outbox');
  const [view, setView] = useState<View>(html === null ? 'text' : 'html');
  return (
    <Stack gap="sm">
      {html !== null && (
        <SegmentedControl
          aria-label={t('view.label')}
          value={view}
          onChange={(value) => setView(VIEWS.find((each) => each === value) ?? 'text')}
          data={VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
        />
      )}
      {view === 'html' && html !== null ? (
        <iframe className={classes.frame} title={t('view.frame')} sandbox="" srcDoc={html} />
      ) : (
        <pre className={classes.text}>{text}</pre>
      )}
    </Stack>
  );
}
