/** For a test that judges a target by all rules: 20 s on a quiet machine, several times as long on a busy one. */
export const judgingLimit = { timeout: 300_000 };
