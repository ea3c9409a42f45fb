// Written by `cargo xtask cdp-codegen`: edit protocol.txt, not this file.
// manifest c22954b9d0ffaa2d03faec8585c1e3e43ab6138478b944265c53d75eb28651e9
// below db79f352d25ef8be55678f547e54c8c5cbfd303dbd69381cf6482f2dbf94e334

//! The domain `Runtime`.
//!
//! Runtime domain exposes JavaScript runtime by means of remote evaluation and mirror objects.
//! Evaluation results are returned as mirror object that expose object type, string representation
//! and unique identifier that can be used for further object reference. Original objects are
//! maintained in memory unless they are either explicitly released or are released along with the
//! other objects in their object group.

use serde::{Deserialize, Serialize};

use crate::command::{Command, Empty, Event};
use crate::wire::{string_enum, string_id};

/// Represents function call argument. Either remote object id `objectId`, primitive `value`,
/// unserializable primitive value or neither of (for undefined) them should be specified.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CallArgument {
    /// Primitive value or serializable javascript object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<serde_json::Value>,
    /// Primitive value which can not be JSON-stringified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unserializable_value: Option<UnserializableValue>,
    /// Remote object handle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_id: Option<RemoteObjectId>,
}

/// Stack entry for runtime errors and assertions.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CallFrame {
    /// JavaScript function name.
    pub function_name: String,
    /// JavaScript script id.
    pub script_id: ScriptId,
    /// JavaScript script name or url.
    pub url: String,
    /// JavaScript script line number (0-based).
    pub line_number: i64,
    /// JavaScript script column number (0-based).
    pub column_number: i64,
}

/// Detailed information about exception (or error) that was thrown during script compilation or
/// execution.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExceptionDetails {
    /// Exception id.
    pub exception_id: i64,
    /// Exception text, which should be used together with exception object when available.
    pub text: String,
    /// Line number of the exception location (0-based).
    pub line_number: i64,
    /// Column number of the exception location (0-based).
    pub column_number: i64,
    /// Script ID of the exception location.
    pub script_id: Option<ScriptId>,
    /// URL of the exception location, to be used when the script was not reported.
    pub url: Option<String>,
    /// JavaScript stack trace if available.
    pub stack_trace: Option<StackTrace>,
    /// Exception object if available.
    pub exception: Option<RemoteObject>,
    /// Identifier of the context where exception happened.
    pub execution_context_id: Option<ExecutionContextId>,
    /// Dictionary with entries of meta data that the client associated
    /// with this exception, such as information about associated network
    /// requests, etc.
    pub exception_meta_data: Option<serde_json::Map<String, serde_json::Value>>,
}

/// Description of an isolated world.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExecutionContextDescription {
    /// Unique id of the execution context. It can be used to specify in which execution context
    /// script evaluation should be performed.
    pub id: ExecutionContextId,
    /// Execution context origin.
    pub origin: String,
    /// Human readable name describing given context.
    pub name: String,
    /// A system-unique execution context identifier. Unlike the id, this is unique across
    /// multiple processes, so can be reliably used to identify specific context while backend
    /// performs a cross-process navigation.
    pub unique_id: Option<String>,
    /// Embedder-specific auxiliary data likely matching {isDefault: boolean, type: 'default'|'isolated'|'worker', frameId: string}
    pub aux_data: Option<serde_json::Map<String, serde_json::Value>>,
}

/// Id of an execution context.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ExecutionContextId(
    /// The bare value.
    pub i64,
);

/// Object internal property descriptor. This property isn't normally visible in JavaScript code.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InternalPropertyDescriptor {
    /// Conventional property name.
    pub name: String,
    /// The value associated with the property.
    pub value: Option<RemoteObject>,
}

/// Object private field descriptor.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PrivatePropertyDescriptor {
    /// Private property name.
    pub name: String,
    /// The value associated with the private property.
    pub value: Option<RemoteObject>,
    /// A function which serves as a getter for the private property,
    /// or `undefined` if there is no getter (accessor descriptors only).
    pub get: Option<RemoteObject>,
    /// A function which serves as a setter for the private property,
    /// or `undefined` if there is no setter (accessor descriptors only).
    pub set: Option<RemoteObject>,
}

/// Object property descriptor.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PropertyDescriptor {
    /// Property name or symbol description.
    pub name: String,
    /// The value associated with the property.
    pub value: Option<RemoteObject>,
    /// True if the value associated with the property may be changed (data descriptors only).
    pub writable: Option<bool>,
    /// A function which serves as a getter for the property, or `undefined` if there is no getter
    /// (accessor descriptors only).
    pub get: Option<RemoteObject>,
    /// A function which serves as a setter for the property, or `undefined` if there is no setter
    /// (accessor descriptors only).
    pub set: Option<RemoteObject>,
    /// True if the type of this property descriptor may be changed and if the property may be
    /// deleted from the corresponding object.
    pub configurable: bool,
    /// True if this property shows up during enumeration of the properties on the corresponding
    /// object.
    pub enumerable: bool,
    /// True if the result was thrown during the evaluation.
    pub was_thrown: Option<bool>,
    /// True if the property is owned for the object.
    pub is_own: Option<bool>,
    /// Property symbol object, if the property is of the `symbol` type.
    pub symbol: Option<RemoteObject>,
}

string_enum! {
    /// Values of `type_` of [`RemoteObject`].
    pub enum RemoteObjectType {
        /// `object`
        Object = "object",
        /// `function`
        Function = "function",
        /// `undefined`
        Undefined = "undefined",
        /// `string`
        String = "string",
        /// `number`
        Number = "number",
        /// `boolean`
        Boolean = "boolean",
        /// `symbol`
        Symbol = "symbol",
        /// `bigint`
        Bigint = "bigint",
    }
}

string_enum! {
    /// Values of `subtype` of [`RemoteObject`].
    pub enum RemoteObjectSubtype {
        /// `array`
        Array = "array",
        /// `null`
        Null = "null",
        /// `node`
        Node = "node",
        /// `regexp`
        Regexp = "regexp",
        /// `date`
        Date = "date",
        /// `map`
        Map = "map",
        /// `set`
        Set = "set",
        /// `weakmap`
        Weakmap = "weakmap",
        /// `weakset`
        Weakset = "weakset",
        /// `iterator`
        Iterator = "iterator",
        /// `generator`
        Generator = "generator",
        /// `error`
        Error = "error",
        /// `proxy`
        Proxy = "proxy",
        /// `promise`
        Promise = "promise",
        /// `typedarray`
        Typedarray = "typedarray",
        /// `arraybuffer`
        Arraybuffer = "arraybuffer",
        /// `dataview`
        Dataview = "dataview",
        /// `webassemblymemory`
        Webassemblymemory = "webassemblymemory",
        /// `wasmvalue`
        Wasmvalue = "wasmvalue",
        /// `deferredmodule`
        Deferredmodule = "deferredmodule",
        /// `trustedtype`
        Trustedtype = "trustedtype",
    }
}

/// Mirror object referencing original JavaScript object.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RemoteObject {
    /// Object type.
    pub type_: RemoteObjectType,
    /// Object subtype hint. Specified for `object` type values only.
    /// NOTE: If you change anything here, make sure to also update
    /// `subtype` in `ObjectPreview` and `PropertyPreview` below.
    pub subtype: Option<RemoteObjectSubtype>,
    /// Object class (constructor) name. Specified for `object` type values only.
    pub class_name: Option<String>,
    /// Remote object value in case of primitive values or JSON values (if it was requested).
    pub value: Option<serde_json::Value>,
    /// Primitive value which can not be JSON-stringified does not have `value`, but gets this
    /// property.
    pub unserializable_value: Option<UnserializableValue>,
    /// String representation of the object.
    pub description: Option<String>,
    /// Unique object identifier (for non-primitive values).
    pub object_id: Option<RemoteObjectId>,
}

string_id! {
    /// Unique object identifier.
    pub struct RemoteObjectId;
}

string_id! {
    /// Unique script identifier.
    pub struct ScriptId;
}

/// Call frames for assertions or error messages.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StackTrace {
    /// String label of this stack trace. For async traces this may be a name of the function that
    /// initiated the async call.
    pub description: Option<String>,
    /// JavaScript function name.
    pub call_frames: Vec<CallFrame>,
}

/// Number of milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct TimeDelta(
    /// The bare value.
    pub f64,
);

/// Number of milliseconds since epoch.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(
    /// The bare value.
    pub f64,
);

string_id! {
    /// Primitive value which cannot be JSON-stringified. Includes values `-0`, `NaN`, `Infinity`,
    /// `-Infinity`, and bigint literals.
    pub struct UnserializableValue;
}

/// If executionContextId is empty, adds binding with the given name on the
/// global objects of all inspected contexts, including those created later,
/// bindings survive reloads.
/// Binding function takes exactly one argument, this argument should be string,
/// in case of any other input, function throws an exception.
/// Each binding function call produces Runtime.bindingCalled notification.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AddBinding {
    /// `Runtime.addBinding.name` of the protocol.
    pub name: String,
    /// If specified, the binding is exposed to the executionContext with
    /// matching name, even for contexts created after the binding is added.
    /// See also `ExecutionContext.name` and `worldName` parameter to
    /// `Page.addScriptToEvaluateOnNewDocument`.
    /// This parameter is mutually exclusive with `executionContextId`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub execution_context_name: Option<String>,
}

impl AddBinding {
    /// With what is required, and nothing of what is optional.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            execution_context_name: None,
        }
    }
}

impl Command for AddBinding {
    const METHOD: &'static str = "Runtime.addBinding";
    type Reply = Empty;
}

/// Calls function with given declaration on the given object. Object group of the result is
/// inherited from the target object.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CallFunctionOn {
    /// Declaration of the function to call.
    pub function_declaration: String,
    /// Identifier of the object to call function on. Either objectId or executionContextId should
    /// be specified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_id: Option<RemoteObjectId>,
    /// Call arguments. All call arguments must belong to the same JavaScript world as the target
    /// object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Vec<CallArgument>>,
    /// In silent mode exceptions thrown during evaluation are not reported and do not pause
    /// execution. Overrides `setPauseOnException` state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub silent: Option<bool>,
    /// Whether the result is expected to be a JSON object which should be sent by value.
    /// Can be overriden by `serializationOptions`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub return_by_value: Option<bool>,
    /// Whether preview should be generated for the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generate_preview: Option<bool>,
    /// Whether execution should be treated as initiated by user in the UI.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_gesture: Option<bool>,
    /// Whether execution should `await` for resulting value and return once awaited promise is
    /// resolved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub await_promise: Option<bool>,
    /// Specifies execution context which global object will be used to call function on. Either
    /// executionContextId or objectId should be specified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub execution_context_id: Option<ExecutionContextId>,
    /// Symbolic group name that can be used to release multiple objects. If objectGroup is not
    /// specified and objectId is, objectGroup will be inherited from object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_group: Option<String>,
    /// Whether to throw an exception if side effect cannot be ruled out during evaluation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throw_on_side_effect: Option<bool>,
    /// An alternative way to specify the execution context to call function on.
    /// Compared to contextId that may be reused across processes, this is guaranteed to be
    /// system-unique, so it can be used to prevent accidental function call
    /// in context different than intended (e.g. as a result of navigation across process
    /// boundaries).
    /// This is mutually exclusive with `executionContextId`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique_context_id: Option<String>,
}

impl CallFunctionOn {
    /// With what is required, and nothing of what is optional.
    pub fn new(function_declaration: impl Into<String>) -> Self {
        Self {
            function_declaration: function_declaration.into(),
            object_id: None,
            arguments: None,
            silent: None,
            return_by_value: None,
            generate_preview: None,
            user_gesture: None,
            await_promise: None,
            execution_context_id: None,
            object_group: None,
            throw_on_side_effect: None,
            unique_context_id: None,
        }
    }
}

/// The reply to [`CallFunctionOn`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CallFunctionOnReply {
    /// Call result.
    pub result: RemoteObject,
    /// Exception details.
    pub exception_details: Option<ExceptionDetails>,
}

impl Command for CallFunctionOn {
    const METHOD: &'static str = "Runtime.callFunctionOn";
    type Reply = CallFunctionOnReply;
}

/// Enables reporting of execution contexts creation by means of `executionContextCreated` event.
/// When the reporting gets enabled the event will be sent immediately for each existing execution
/// context.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Enable {}

impl Command for Enable {
    const METHOD: &'static str = "Runtime.enable";
    type Reply = Empty;
}

/// Evaluates expression on global object.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Evaluate {
    /// Expression to evaluate.
    pub expression: String,
    /// Symbolic group name that can be used to release multiple objects.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_group: Option<String>,
    /// Determines whether Command Line API should be available during the evaluation.
    #[serde(
        rename = "includeCommandLineAPI",
        skip_serializing_if = "Option::is_none"
    )]
    pub include_command_line_api: Option<bool>,
    /// In silent mode exceptions thrown during evaluation are not reported and do not pause
    /// execution. Overrides `setPauseOnException` state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub silent: Option<bool>,
    /// Specifies in which execution context to perform evaluation. If the parameter is omitted the
    /// evaluation will be performed in the context of the inspected page.
    /// This is mutually exclusive with `uniqueContextId`, which offers an
    /// alternative way to identify the execution context that is more reliable
    /// in a multi-process environment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context_id: Option<ExecutionContextId>,
    /// Whether the result is expected to be a JSON object that should be sent by value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub return_by_value: Option<bool>,
    /// Whether preview should be generated for the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generate_preview: Option<bool>,
    /// Whether execution should be treated as initiated by user in the UI.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_gesture: Option<bool>,
    /// Whether execution should `await` for resulting value and return once awaited promise is
    /// resolved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub await_promise: Option<bool>,
    /// Whether to throw an exception if side effect cannot be ruled out during evaluation.
    /// This implies `disableBreaks` below.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throw_on_side_effect: Option<bool>,
    /// Terminate execution after timing out (number of milliseconds).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<TimeDelta>,
    /// Disable breakpoints during execution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disable_breaks: Option<bool>,
    /// Setting this flag to true enables `let` re-declaration and top-level `await`.
    /// Note that `let` variables can only be re-declared if they originate from
    /// `replMode` themselves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repl_mode: Option<bool>,
    /// The Content Security Policy (CSP) for the target might block 'unsafe-eval'
    /// which includes eval(), Function(), setTimeout() and setInterval()
    /// when called with non-callable arguments. This flag bypasses CSP for this
    /// evaluation and allows unsafe-eval. Defaults to true.
    #[serde(
        rename = "allowUnsafeEvalBlockedByCSP",
        skip_serializing_if = "Option::is_none"
    )]
    pub allow_unsafe_eval_blocked_by_csp: Option<bool>,
    /// An alternative way to specify the execution context to evaluate in.
    /// Compared to contextId that may be reused across processes, this is guaranteed to be
    /// system-unique, so it can be used to prevent accidental evaluation of the expression
    /// in context different than intended (e.g. as a result of navigation across process
    /// boundaries).
    /// This is mutually exclusive with `contextId`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique_context_id: Option<String>,
}

impl Evaluate {
    /// With what is required, and nothing of what is optional.
    pub fn new(expression: impl Into<String>) -> Self {
        Self {
            expression: expression.into(),
            object_group: None,
            include_command_line_api: None,
            silent: None,
            context_id: None,
            return_by_value: None,
            generate_preview: None,
            user_gesture: None,
            await_promise: None,
            throw_on_side_effect: None,
            timeout: None,
            disable_breaks: None,
            repl_mode: None,
            allow_unsafe_eval_blocked_by_csp: None,
            unique_context_id: None,
        }
    }
}

/// The reply to [`Evaluate`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EvaluateReply {
    /// Evaluation result.
    pub result: RemoteObject,
    /// Exception details.
    pub exception_details: Option<ExceptionDetails>,
}

impl Command for Evaluate {
    const METHOD: &'static str = "Runtime.evaluate";
    type Reply = EvaluateReply;
}

/// Returns properties of a given object. Object group of the result is inherited from the target
/// object.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetProperties {
    /// Identifier of the object to return properties for.
    pub object_id: RemoteObjectId,
    /// If true, returns properties belonging only to the element itself, not to its prototype
    /// chain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own_properties: Option<bool>,
    /// If true, returns accessor properties (with getter/setter) only; internal properties are not
    /// returned either.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accessor_properties_only: Option<bool>,
    /// Whether preview should be generated for the results.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generate_preview: Option<bool>,
    /// If true, returns non-indexed properties only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub non_indexed_properties_only: Option<bool>,
}

impl GetProperties {
    /// With what is required, and nothing of what is optional.
    pub fn new(object_id: impl Into<RemoteObjectId>) -> Self {
        Self {
            object_id: object_id.into(),
            own_properties: None,
            accessor_properties_only: None,
            generate_preview: None,
            non_indexed_properties_only: None,
        }
    }
}

/// The reply to [`GetProperties`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetPropertiesReply {
    /// Object properties.
    pub result: Vec<PropertyDescriptor>,
    /// Internal object properties (only of the element itself).
    pub internal_properties: Option<Vec<InternalPropertyDescriptor>>,
    /// Object private properties.
    pub private_properties: Option<Vec<PrivatePropertyDescriptor>>,
    /// Exception details.
    pub exception_details: Option<ExceptionDetails>,
}

impl Command for GetProperties {
    const METHOD: &'static str = "Runtime.getProperties";
    type Reply = GetPropertiesReply;
}

/// Releases remote object with given id.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReleaseObject {
    /// Identifier of the object to release.
    pub object_id: RemoteObjectId,
}

impl ReleaseObject {
    /// With what is required, and nothing of what is optional.
    pub fn new(object_id: impl Into<RemoteObjectId>) -> Self {
        Self {
            object_id: object_id.into(),
        }
    }
}

impl Command for ReleaseObject {
    const METHOD: &'static str = "Runtime.releaseObject";
    type Reply = Empty;
}

/// Releases all remote objects that belong to a given group.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReleaseObjectGroup {
    /// Symbolic object group name.
    pub object_group: String,
}

impl ReleaseObjectGroup {
    /// With what is required, and nothing of what is optional.
    pub fn new(object_group: impl Into<String>) -> Self {
        Self {
            object_group: object_group.into(),
        }
    }
}

impl Command for ReleaseObjectGroup {
    const METHOD: &'static str = "Runtime.releaseObjectGroup";
    type Reply = Empty;
}

/// Tells inspected instance to run if it was waiting for debugger to attach.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct RunIfWaitingForDebugger {}

impl Command for RunIfWaitingForDebugger {
    const METHOD: &'static str = "Runtime.runIfWaitingForDebugger";
    type Reply = Empty;
}

/// Notification is issued every time when binding is called.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BindingCalled {
    /// `Runtime.bindingCalled.name` of the protocol.
    pub name: String,
    /// `Runtime.bindingCalled.payload` of the protocol.
    pub payload: String,
    /// Identifier of the context where the call was made.
    pub execution_context_id: ExecutionContextId,
}

impl Event for BindingCalled {
    const METHOD: &'static str = "Runtime.bindingCalled";
}

string_enum! {
    /// Values of `type_` of [`ConsoleApiCalled`].
    pub enum ConsoleApiCalledType {
        /// `log`
        Log = "log",
        /// `debug`
        Debug = "debug",
        /// `info`
        Info = "info",
        /// `error`
        Error = "error",
        /// `warning`
        Warning = "warning",
        /// `dir`
        Dir = "dir",
        /// `dirxml`
        Dirxml = "dirxml",
        /// `table`
        Table = "table",
        /// `trace`
        Trace = "trace",
        /// `clear`
        Clear = "clear",
        /// `startGroup`
        StartGroup = "startGroup",
        /// `startGroupCollapsed`
        StartGroupCollapsed = "startGroupCollapsed",
        /// `endGroup`
        EndGroup = "endGroup",
        /// `assert`
        Assert = "assert",
        /// `profile`
        Profile = "profile",
        /// `profileEnd`
        ProfileEnd = "profileEnd",
        /// `count`
        Count = "count",
        /// `timeEnd`
        TimeEnd = "timeEnd",
    }
}

/// Issued when console API was called.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ConsoleApiCalled {
    /// Type of the call.
    pub type_: ConsoleApiCalledType,
    /// Call arguments.
    pub args: Vec<RemoteObject>,
    /// Identifier of the context where the call was made.
    pub execution_context_id: ExecutionContextId,
    /// Call timestamp.
    pub timestamp: Timestamp,
    /// Stack trace captured when the call was made. The async stack chain is automatically reported for
    /// the following call types: `assert`, `error`, `trace`, `warning`. For other types the async call
    /// chain can be retrieved using `Debugger.getStackTrace` and `stackTrace.parentId` field.
    pub stack_trace: Option<StackTrace>,
    /// Console context descriptor for calls on non-default console context (not console.\*):
    /// 'anonymous#unique-logger-id' for call on unnamed context, 'name#unique-logger-id' for call
    /// on named context.
    pub context: Option<String>,
}

impl Event for ConsoleApiCalled {
    const METHOD: &'static str = "Runtime.consoleAPICalled";
}

/// Issued when exception was thrown and unhandled.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExceptionThrown {
    /// Timestamp of the exception.
    pub timestamp: Timestamp,
    /// `Runtime.exceptionThrown.exceptionDetails` of the protocol.
    pub exception_details: ExceptionDetails,
}

impl Event for ExceptionThrown {
    const METHOD: &'static str = "Runtime.exceptionThrown";
}

/// Issued when new execution context is created.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExecutionContextCreated {
    /// A newly created execution context.
    pub context: ExecutionContextDescription,
}

impl Event for ExecutionContextCreated {
    const METHOD: &'static str = "Runtime.executionContextCreated";
}

/// Issued when execution context is destroyed.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExecutionContextDestroyed {
    /// Unique Id of the destroyed context
    pub execution_context_unique_id: Option<String>,
}

impl Event for ExecutionContextDestroyed {
    const METHOD: &'static str = "Runtime.executionContextDestroyed";
}

/// Issued when all executionContexts were cleared in browser
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct ExecutionContextsCleared {}

impl Event for ExecutionContextsCleared {
    const METHOD: &'static str = "Runtime.executionContextsCleared";
}
