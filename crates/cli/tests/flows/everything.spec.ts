// Made by surefoot from a recorded flow. Run it with: npx playwright test
import { test, expect } from '@playwright/test';

// Secrets are not part of a flow: they come from the environment.
const secret = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`set the environment variable ${name}`);
  return value;
};

test('everything', async ({ page: first }) => {
  let page = first;
  const tabs = [first];

  // 1: open "http://127.0.0.1:8000/"
  await page.goto('http://127.0.0.1:8000/');
  await expect(page).toHaveURL('http://127.0.0.1:8000/');

  // 2: fill textbox "User name"
  await page.locator('css:light=input[name="user"]').and(page.getByRole('textbox', { name: 'User name', exact: true })).fill('Ada\'s');
  await expect(page.locator('css:light=input[name="user"]').and(page.getByRole('textbox', { name: 'User name', exact: true }))).toHaveValue('Ada\'s');

  // 3: fill textbox "Password"
  await page.locator('css:light=#password').fill(secret('SECRET_PASSWORD'));

  // 4: check checkbox "Remember me"
  await page.locator('css:light=input[name="remember"]').and(page.getByRole('checkbox', { name: 'Remember me', exact: true })).setChecked(true);
  await expect(page.locator('css:light=input[name="remember"]').and(page.getByRole('checkbox', { name: 'Remember me', exact: true }))).toBeChecked({ checked: true });

  // 5: select combobox "Color" "Green"
  await page.locator('css:light=select[name="color"]').and(page.getByRole('combobox', { name: 'Color', exact: true })).selectOption(['Green']);

  // 6: click link "In"
  await page.locator('css:light=#app').locator('my-menu').locator(':scope > a:nth-child(1)').and(page.getByRole('link', { name: 'In', exact: true })).click();

  // 7: click button "Pay"
  await page.frameLocator('css:light=iframe[name="pay"]').locator('css:light=#save').and(page.frameLocator('css:light=iframe[name="pay"]').getByRole('button', { name: 'Pay', exact: true })).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Paid' }).first()).toBeVisible();

  // 8: click button "Delete"
  page.once('dialog', async (dialog) => {
    expect(dialog.message()).toBe('Really?');
    await dialog.accept();
  });
  await page.locator('css:light=#delete').and(page.getByRole('button', { name: 'Delete', exact: true })).click();
  // 9: dialog (above)
  await expect(page.getByRole('alert').filter({ hasText: 'Deleted' }).first()).toBeVisible();

  // 10: click link "Open"
  {
    const popup = page.waitForEvent('popup');
    await page.locator('css:light=a[href="/popup"]').and(page.getByRole('link', { name: 'Open', exact: true })).click();
    page = await popup;
    tabs.push(page);
  }

  // 11: tab
  page = tabs[0];

  // 12: click link "Table"
  {
    const download = page.waitForEvent('download');
    await page.locator('css:light=a[href="/table.csv"]').and(page.getByRole('link', { name: 'Table', exact: true })).click();
    expect((await download).suggestedFilename()).toBe('table.csv');
  }

  // 13: type textbox "Text"
  await page.locator('css:light=textarea').and(page.getByRole('textbox', { name: 'Text', exact: true })).pressSequentially('abc');
  await expect(page.locator('css:light=textarea').and(page.getByRole('textbox', { name: 'Text', exact: true }))).toHaveValue('abc');

  // 14: press "Enter"
  await page.keyboard.press('Enter');

  // 15: click button "More"
  await page.locator('css:light=details > summary').click();

  // 16: click main
  await page.locator('css:light=main').click({ button: 'right', modifiers: ['Shift'], position: { x: 1, y: 2 } });

  // 17: drag listitem "A" listitem "B"
  await page.locator('css:light=#a').dragTo(page.locator('css:light=#b'));

  // 18: scroll
  await page.evaluate(() => (document.scrollingElement ?? document.body).scrollBy(0 * innerWidth, 1 * innerHeight));

  // 19: wait "Done"
  await expect(page.getByText('Done').first()).toBeVisible();

  // 20: submit form
  await page.locator('css:light=form').evaluate((element) => (element.closest('form') as HTMLFormElement).requestSubmit());
  await expect(page).toHaveURL('http://127.0.0.1:8000/done');
});
