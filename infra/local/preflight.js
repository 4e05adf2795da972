// Plain JavaScript, so that an older Node can run it and report the required version.
const REQUIRED = [24, 7]; // crypto.argon2 came with 24.7

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < REQUIRED[0] || (major === REQUIRED[0] && minor < REQUIRED[1])) {
  process.stderr.write(
    `Belfry needs Node ${REQUIRED.join('.')} or newer, this is ${process.versions.node} (${process.execPath}).\n` +
      'npm brings its own Node 24 on Linux, Windows and Intel Macs: run `npm ci` without --omit=optional.\n' +
      'On other machines install Node 24 from https://nodejs.org and run the command again.\n',
  );
  process.exit(1);
}
