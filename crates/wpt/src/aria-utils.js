// Stands in for a helper of the suite of the same name: does what that does to the page, and judges nothing.
const AriaUtils = {
  assignAndVerifyRolesByRoleNames(roles) {
    for (const role of roles) {
      const element = document.createElement("div");
      element.textContent = "x";
      element.setAttribute("role", role);
      element.setAttribute("data-expectedrole", role);
      element.setAttribute("data-testname", `role: ${role}`);
      document.body.append(element);
    }
  },
  verifyRolesBySelector() {},
  verifyGenericRolesBySelector() {},
  verifyRoleOrVariantRolesBySelector() {},
  verifyLabelsBySelector() {},
  verifyRoleAndLabelBySelector() {},
};
