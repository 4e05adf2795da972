import { Text, Title } from '@mantine/core';

/** The title of a screen, and the line below it that says what it is for. */
export const PageHeading = ({ title, lead }: { title: string; lead: string }) => (
  <div>
    <Title order={1} size="h2">
      {title}
    </Title>
    <Text c="dimmed">{lead}</Text>
  </div>
);
