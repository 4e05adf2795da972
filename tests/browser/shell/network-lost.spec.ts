import { connectionOf, devicesPath } from '../support/pages/devices-page.ts';
import { expect, test } from '../support/test.ts';

test('the connection is shown as offline seconds after the network is lost, and is live when it is back', async ({
  context,
  fixtures,
  open,
  page,
}) => {
  let lost = false;
  // Nothing gets through a lost network, but no connection is closed.
  await page.routeWebSocket(/\/mqtt/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => void (lost || server.send(message)));
    server.onMessage((message) => void (lost || socket.send(message)));
  });
  await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail));
  await expect(connectionOf(page)).toHaveText('Live');

  lost = true;
  await context.setOffline(true);
  await expect(connectionOf(page)).toHaveText('Offline');

  lost = false;
  await context.setOffline(false);
  await expect(connectionOf(page)).toHaveText('Live');
});
